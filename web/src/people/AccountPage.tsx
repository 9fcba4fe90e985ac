// One's own password and the browsers in which one is signed in.

import { useState } from "preact/hooks";
import { ApiError } from "../api";
import { Failure } from "../components/Failure";
import { Shell } from "../components/Shell";
import { useLoaded } from "../components/useLoaded";
import { session } from "../store/session";
import { say, tried } from "../store/status";
import { stamp } from "../text/times";
import { peopleApi } from "./api";

/** What a browser calls itself, in two words. */
export function browserName(agent: string): string {
  const find = (names: Record<string, string>): string | undefined => Object.keys(names).find((name) => agent.includes(names[name]));
  const name = find({ Edge: "Edg/", Opera: "OPR/", Firefox: "Firefox/", Chromium: "Chrome/", Safari: "Safari/" });
  const system = find({ Android: "Android", iPhone: "iPhone", iPad: "iPad", Windows: "Windows", macOS: "Mac OS", Linux: "Linux" });
  return [name ?? "Another browser", system && `on ${system}`].filter(Boolean).join(" ");
}

export function AccountPage() {
  const loaded = useLoaded(() => peopleApi.sessions(), []);
  const [error, setError] = useState("");
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const given = new FormData(form);
    try {
      await peopleApi.password(String(given.get("old")), String(given.get("new")));
      form.reset();
      setError("");
      void loaded.again();
      say("The password is changed; you are signed out everywhere else.", true);
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setError(failure.message);
    }
  };
  const end = async (id: string): Promise<void> => {
    await tried(peopleApi.endSession(id));
    await loaded.again();
  };
  return (
    <Shell title="Your account">
      <h1>Your account</h1>
      <section class="account">
        <h2>Change the password</h2>
        <form onSubmit={(event) => void submit(event)}>
          <input type="text" autocomplete="username" value={session.value?.user?.name} readOnly hidden />
          <label>Current password <input name="old" type="password" autocomplete="current-password" required /></label>
          <label>New password <input name="new" type="password" autocomplete="new-password" minLength={10} required /></label>
          <p class="muted">At least 10 characters; four random words are good, common passwords are refused.</p>
          {error && <p class="error" role="alert">✕ {error}</p>}
          <button class="main">Change the password</button>
        </form>
      </section>
      <section>
        <h2>Where you are signed in</h2>
        {loaded.error && <Failure error={loaded.error} again={loaded.again} />}
        <table class="list">
          <thead><tr><th>browser</th><th>signed in</th><th>last used</th><th /></tr></thead>
          <tbody>
            {loaded.value?.sessions.map((each) => (
              <tr key={each.id}>
                <th scope="row" title={each.agent}>{browserName(each.agent)}</th>
                <td>{stamp(new Date(each.created))}</td>
                <td>{each.here ? "now, here" : stamp(new Date(each.used))}</td>
                <td class="end">{!each.here && <button type="button" class="small" onClick={() => void end(each.id)}>Sign out</button>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Shell>
  );
}
