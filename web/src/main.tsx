import "./styles/index.css";
import { render } from "preact";
import { useEffect } from "preact/hooks";
import { Help, helpOpen } from "./components/Help";
import { Status } from "./components/Status";
import { listen, useKeys } from "./keys";
import { AdjudicationPage, QueuePage } from "./pages/AdjudicationPages";
import { AgreementPage } from "./pages/AgreementPage";
import { EditorPage } from "./pages/EditorPage";
import { JoinPage, LoginPage } from "./pages/EntryPages";
import { HomePage } from "./pages/HomePage";
import { ListPage } from "./pages/ListPage";
import { PeoplePage } from "./pages/PeoplePage";
import { ProgressPage } from "./pages/ProgressPage";
import { ReleasesPage } from "./pages/ReleasesPage";
import { AccountPage } from "./people/AccountPage";
import { AgendaPage } from "./people/AgendaPage";
import { WorkspacePage } from "./pages/WorkspacePage";
import { follow, go, matched, path } from "./router";
import { followFiles, followUpdates } from "./store/follow";
import { begin, refusal, session } from "./store/session";

function View() {
  const at = path.value;
  let found: Record<string, string> | null;
  if ((found = matched("/join/:token", at))) return <JoinPage token={found.token} />;
  if (!session.value?.user || at === "/login") return <LoginPage />;
  if (at === "/") return session.value.workspace ? <WorkspacePage /> : <HomePage />;
  if (at === "/people") return <PeoplePage />;
  if (at === "/account") return <AccountPage />;
  if (at === "/agenda") return <AgendaPage />;
  if (at === "/progress") return <ProgressPage />;
  if (at === "/agreement") return <AgreementPage />;
  if (at === "/releases") return <ReleasesPage />;
  if ((found = matched("/l/:layer", at))) return <ListPage layer={found.layer} />;
  if ((found = matched("/l/:layer/adjudicate", at))) return <QueuePage layer={found.layer} />;
  if ((found = matched("/l/:layer/adjudicate/:seq", at))) return <AdjudicationPage layer={found.layer} seq={found.seq} />;
  if ((found = matched("/l/:layer/i/:seq", at))) return <EditorPage layer={found.layer} seq={found.seq} />;
  return <p class="nothing">There is nothing at this address. <a href="/">To the layers</a></p>;
}

function Page() {
  useKeys([
    { id: "help", label: "Show and change keys", group: "Everywhere", keys: ["?"], run: () => (helpOpen.value = true) },
    { id: "home", label: "Home", group: "Everywhere", keys: ["Alt+Home"], run: () => go("/") },
  ]);
  useEffect(() => void begin(), []);
  if (!session.value) {
    return (
      <div class="nothing">
        <p>{refusal.value ?? "Opening…"}</p>
        {refusal.value && <button type="button" onClick={() => void begin()}>Try again</button>}
      </div>
    );
  }
  return (
    <>
      <View />
      <Status />
      <Help />
    </>
  );
}

listen();
followFiles();
followUpdates();
document.addEventListener("click", follow);
render(<Page />, document.getElementById("page")!);
