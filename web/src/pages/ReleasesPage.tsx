// Gold data as it was released.

import { useEffect, useState } from "preact/hooks";
import { ApiError, api } from "../api";
import { Failure } from "../components/Failure";
import { Shell } from "../components/Shell";
import { useLoaded } from "../components/useLoaded";
import { may } from "../store/session";
import { stamp } from "../text/times";

export function ReleasesPage() {
  const loaded = useLoaded(() => api.releases(), []);
  const [error, setError] = useState("");
  const building = loaded.value?.releases.some((each) => each.state === "building");
  useEffect(() => {
    if (!building) return;
    const timer = setTimeout(loaded.again, 2000);
    return () => clearTimeout(timer);
  }, [loaded.value, loaded.error]);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    try {
      await api.release(String(new FormData(form).get("version")));
      form.reset();
      setError("");
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setError([failure.message, ...failure.problems.slice(0, 5).map((each) => each.message)].join("\n"));
    }
    loaded.again();
  };
  const last = loaded.value?.releases[0]?.version;
  return (
    <Shell title="Releases">
      <h1>Releases</h1>
      {loaded.error && <Failure error={loaded.error} again={loaded.again} />}
      {loaded.value && loaded.value.releases.length === 0 && (
        <p class="muted">Nothing has been released yet. A release holds the gold data of all layers, all judgements under pseudonyms, guidelines, agreement and a datasheet; it never changes afterwards.</p>
      )}
      {loaded.value && loaded.value.releases.length > 0 && (
        <table class="list">
          <thead><tr><th>version</th><th>made</th><th>state</th><th>SHA-256</th><th /></tr></thead>
          <tbody>
            {loaded.value.releases.map((each) => (
              <tr key={each.id}>
                <th scope="row">{each.version}</th>
                <td>{stamp(new Date(each.created))}</td>
                <td>{each.state === "ready" ? "✓ ready" : each.state === "building" ? "… being made" : `✕ failed: ${each.message}`}</td>
                <td><code title={each.sha256}>{each.sha256.slice(0, 12)}</code></td>
                <td class="end">{each.state === "ready" && <a class="button" href={`/api/releases/${each.id}/files`} download>Download</a>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {may("manager") && (
        <form class="filters" onSubmit={(event) => void submit(event)}>
          <label>Version <input name="version" required pattern="[0-9A-Za-z][0-9A-Za-z.+\-]*" maxLength={40} placeholder={last ? `after ${last}` : "1.0"} /></label>
          <button class="main">Make a release</button>
        </form>
      )}
      {error && <p class="error" role="alert">✕ {error}</p>}
    </Shell>
  );
}
