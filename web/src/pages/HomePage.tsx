// What there is to do: layers with progress, and files to bring in.

import { useRef } from "preact/hooks";
import { ApiError, api } from "../api";
import { Bar, countWords, total } from "../components/Bar";
import { Failure } from "../components/Failure";
import { Imports, PreviewView, useImports } from "../components/Import";
import { ActionButton } from "../components/Keys";
import { Shell } from "../components/Shell";
import { useDrop } from "../components/useDrop";
import { useLoaded } from "../components/useLoaded";
import { EDITORS, layerName } from "../editors";
import { useKeys, type Action } from "../keys";
import { go } from "../router";
import { may, session } from "../store/session";
import { say } from "../store/status";
import type { LayerBrief } from "../types";

export async function start(layer: LayerBrief): Promise<void> {
  try {
    const { item } = await api.next(layer.id, null);
    if (location.pathname !== "/") return;
    if (item === null) {
      go(`/l/${layer.id}`);
      say("Nothing is left to do here.", true);
    } else go(`/l/${layer.id}/i/${item}`);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    say(error.message, true);
  }
}

export function HomePage() {
  const layers = session.value?.layers ?? [];
  const { add, waiting, close } = useImports();
  const field = useRef<HTMLInputElement>(null);
  const manager = may("manager");
  const imports = useLoaded(async () => (manager ? api.imports() : null), [manager]);

  const over = useDrop(manager ? (data) => add([...data.files]) : null);
  const choose: Action = { id: "home.import", label: "Import a file", group: "Home", keys: ["i"], run: () => field.current?.click(), when: () => manager };
  const starts: Action[] = layers.map((layer, n) => ({
    id: `home.start.${n}`, label: `Continue with ${layerName(layer)}`, group: "Home", keys: n < 9 ? [String(n + 1)] : [], run: () => void start(layer),
  }));
  useKeys([...starts, choose]);

  return (
    <Shell title="Layers">
      {waiting.map((bundle) => <PreviewView key={bundle.files.map((file) => file.name).join("/")} bundle={bundle} close={() => close(bundle)} done={imports.again} />)}
      <div class={over ? "drop over" : "drop"}>
        {layers.length === 0 ? (
          <div class="nothing">
            <p>This project has no layers yet. {manager ? "Drop a file here: an aligned text, pairs of sentences, terms or test sets." : "A manager has to import files first."}</p>
            {manager && <ActionButton action={choose} className="main">Choose a file</ActionButton>}
          </div>
        ) : (
          <>
            <table class="list layers stacked">
              <thead><tr><th>layer</th><th>progress</th><th /><th /></tr></thead>
              <tbody>
                {layers.map((layer, n) => (
                  <tr key={layer.id}>
                    <th scope="row"><a href={`/l/${layer.id}`}>{layerName(layer)}</a> <small class="muted">{EDITORS[layer.kind]?.asks ?? layer.kind}</small></th>
                    <td><Bar counts={layer.counts} /> <small>{countWords(layer.counts)}</small></td>
                    <td class="end">{may("annotator") && total(layer.counts) > 0 && <ActionButton action={starts[n]}>Continue</ActionButton>}</td>
                    <td class="end">{may("adjudicator") && <a class="button quiet" href={`/l/${layer.id}/adjudicate`}>Adjudicate</a>}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            {manager && <p class="bring muted">Drop a file anywhere here to import more. <ActionButton action={choose} className="small" /></p>}
          </>
        )}
        <input ref={field} type="file" multiple hidden aria-label="Files" onChange={(event) => { add([...(event.currentTarget.files ?? [])]); event.currentTarget.value = ""; }} />
      </div>
      {imports.error && <Failure error={imports.error} again={() => void imports.again()} />}
      {manager && <Imports all={imports.value?.imports ?? []} change={imports.again} />}
    </Shell>
  );
}
