// What there is to do: layers with progress, and files to bring in.

import { useRef, useState } from "preact/hooks";
import { ApiError, api } from "../api";
import { Bar, countWords, total } from "../components/Bar";
import { ActionButton } from "../components/Keys";
import { Shell } from "../components/Shell";
import { EDITORS } from "../editors";
import { useKeys, type Action } from "../keys";
import { go } from "../router";
import { may, refresh, session } from "../store/session";
import { say } from "../store/status";
import type { LayerBrief } from "../types";

interface Brought {
  name: string;
  added: number;
  listed: { place?: string; line: number | null; message: string }[];
  error: string | null;
}

export async function start(layer: LayerBrief): Promise<void> {
  try {
    const { item } = await api.next(layer.id, null);
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
  const [over, setOver] = useState(false);
  const [busy, setBusy] = useState(false);
  const [brought, setBrought] = useState<Brought[]>([]);
  const field = useRef<HTMLInputElement>(null);
  const manager = may("manager");

  const bring = async (files: File[]): Promise<void> => {
    setBusy(true);
    const results: Brought[] = [];
    for (const file of files) {
      try {
        const { added, listed } = await api.upload(file, null);
        results.push({ name: file.name, added, listed, error: null });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        results.push({ name: file.name, added: 0, listed: [], error: error.message });
      }
    }
    setBrought(results);
    setBusy(false);
    await refresh();
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    if (manager && event.dataTransfer?.files.length) void bring([...event.dataTransfer.files]);
  };
  const choose: Action = { id: "home.import", label: "Import a file", group: "Home", keys: ["i"], run: () => field.current?.click(), when: () => manager };
  const starts: Action[] = layers.map((layer, n) => ({
    id: `home.start.${n}`, label: `Continue with ${layer.name}`, group: "Home", keys: n < 9 ? [String(n + 1)] : [], run: () => void start(layer),
  }));
  useKeys([...starts, choose]);

  return (
    <Shell title="Layers">
      <div class={over ? "drop over" : "drop"} onDragOver={(event) => { event.preventDefault(); setOver(manager); }} onDragLeave={() => setOver(false)} onDrop={drop}>
        {layers.length === 0 ? (
          <div class="nothing">
            <p>This project has no layers yet. {manager ? "Drop a file here: an aligned text, pairs of sentences, terms or test sets." : "A manager has to import files first."}</p>
            {manager && <ActionButton action={choose} className="main">Choose a file</ActionButton>}
          </div>
        ) : (
          <>
            <table class="list layers">
              <thead><tr><th>layer</th><th>progress</th><th /><th /></tr></thead>
              <tbody>
                {layers.map((layer, n) => (
                  <tr key={layer.id}>
                    <th scope="row"><a href={`/l/${layer.id}`}>{layer.name}</a> <small class="muted">{EDITORS[layer.kind]?.asks ?? layer.kind}</small></th>
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
        <input ref={field} type="file" multiple hidden onChange={(event) => void bring([...(event.currentTarget.files ?? [])])} />
      </div>
      {busy && <p role="status">Reading…</p>}
      {brought.map((file) => (
        <section key={file.name} class="brought">
          <p><b>{file.name}</b>: {file.error ?? `${file.added} ${file.added === 1 ? "item" : "items"} added`}</p>
          {file.listed.length > 0 && (
            <ul>{file.listed.slice(0, 50).map((each, n) => <li key={n}>{each.place || (each.line && `line ${each.line}`)}: {each.message}</li>)}</ul>
          )}
          {file.listed.length > 50 && <p class="muted">and {file.listed.length - 50} more</p>}
        </section>
      ))}
    </Shell>
  );
}
