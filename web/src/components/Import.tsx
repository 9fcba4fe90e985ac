// Files on their way into a project: looked at before, undone, brought back and deleted afterwards.

import { useEffect, useRef, useState } from "preact/hooks";
import { api, type Choices, type Import, type Preview } from "../api";
import { EDITORS } from "../editors";
import { refresh, session } from "../store/session";
import { say, tried } from "../store/status";
import { counted, listed } from "../text/counted";
import { bundles } from "../text/files";
import { languageName } from "../text/languages";
import { stamp } from "../text/times";
import { useNewest } from "./useLoaded";

interface Bundle extends Choices {
  files: File[];
}

/** Notes that are shown of a file. */
const MOST = 20;

export function useImports(): { add: (files: File[]) => void; waiting: Bundle[]; close: (bundle: Bundle) => void } {
  const [waiting, setWaiting] = useState<Bundle[]>([]);
  return {
    waiting,
    add: (files) => setWaiting((now) => [...now, ...bundles(files).map((each) => ({ files: each }))]),
    close: (bundle) => setWaiting((now) => now.filter((each) => each !== bundle)),
  };
}

/** What files would become, to be looked at and changed before anything is stored. */
export function PreviewView({ bundle, close, done }: { bundle: Bundle; close: () => void; done: () => Promise<void> }) {
  const [wanted, setWanted] = useState(bundle);
  const [found, setFound] = useState<Preview | null>(null);
  const [error, setError] = useState("");
  const [doing, setDoing] = useState<"Reading" | "Storing" | null>("Reading");
  const button = useRef<HTMLButtonElement>(null);
  const names = wanted.files.map((file) => file.name).join(", ");

  // What is chosen while an answer is on its way counts: the last question is the one that is answered.
  const latest = useRef(bundle);
  const ask = useNewest<Preview>((answer, failure) => {
    setFound(answer);
    setError(failure?.message ?? "");
    setDoing(null);
  });
  // What is being typed stays when an answer comes in between.
  const type = (changes: Partial<Bundle>): void => {
    latest.current = { ...latest.current, ...changes };
    setWanted(latest.current);
  };
  const look = (changes: Partial<Bundle>): void => {
    type(changes);
    setDoing("Reading");
    setError("");
    void ask(api.preview(latest.current.files, latest.current));
  };
  useEffect(() => look({}), []);
  useEffect(() => void (found && button.current?.focus()), [found !== null]);

  const store = async (): Promise<void> => {
    setDoing("Storing");
    // What was recognised and seen here is what the items get.
    const [source, target] = found?.languages ?? [];
    const stored = await tried(api.upload(latest.current.files, { source, target, ...latest.current }));
    setDoing(null);
    if (stored) {
      say(`${counted(stored.added, "item")} added to ${stored.layer}.`, true);
      close();
    }
    await Promise.all([refresh(), done()]);
  };
  const language = (side: "source" | "target", n: 0 | 1) => (
    <label>
      {n ? "into" : "from"}{" "}
      <input size={5} placeholder="en" value={wanted[side] ?? found?.languages[n]} onInput={(event) => type({ [side]: event.currentTarget.value })} onChange={(event) => look({ [side]: event.currentTarget.value.trim() })} />{" "}
      <small class="muted">{found && (found.languages[n] ? languageName(found.languages[n]) : "not recognised")}</small>
    </label>
  );
  return (
    <section class="preview" aria-label={`Preview of ${names}`}>
      <h2>{names}</h2>
      {error && <p class="error" role="alert">{error}</p>}
      <fieldset class="toolbar" disabled={doing === "Storing"}>
        <label>
          Question{" "}
          <select value={wanted.kind ?? found?.kind ?? ""} onChange={(event) => look({ kind: event.currentTarget.value, layer: undefined })}>
            {!found && !wanted.kind && <option value="">choose</option>}
            {Object.entries(EDITORS).map(([kind, editor]) => <option key={kind} value={kind}>{editor?.asks}</option>)}
          </select>
        </label>
        <label>
          in the layer{" "}
          <input list="layers-there" size={16} value={wanted.layer ?? found?.layer ?? ""} onInput={(event) => type({ layer: event.currentTarget.value })} onChange={(event) => look({ layer: event.currentTarget.value.trim() || undefined })} />{" "}
          <small class="muted">{found && (found.new ? "new" : "there already")}</small>
        </label>
        <datalist id="layers-there">{session.value?.layers.map((layer) => <option key={layer.id} value={layer.name} />)}</datalist>
        {language("source", 0)}
        {language("target", 1)}
        {wanted.files.length > 1 && <button type="button" onClick={() => look({ files: [wanted.files[1], wanted.files[0], ...wanted.files.slice(2)] })}>Exchange the sides</button>}
      </fieldset>
      {found && (
        <>
          <p>{told(found)}</p>
          <table class="list first-rows">
            <caption class="unseen">The first items</caption>
            <tbody>{found.rows.map(([source, target], n) => <tr key={n}><td class="excerpt" lang={found.languages[0]} dir="auto">{source}</td><td class="excerpt" lang={found.languages[1]} dir="auto">{target}</td></tr>)}</tbody>
          </table>
          {found.listed.length > 0 && (
            <ul class="notes">
              {found.listed.slice(0, MOST).map((each, n) => <li key={n}>{each.place || (each.line && `line ${each.line}`) ? `${each.place || `line ${each.line}`}: ` : ""}{each.message}</li>)}
              {found.listed.length > MOST && <li>and {found.listed.length - MOST} more</li>}
            </ul>
          )}
        </>
      )}
      <div class="toolbar">
        <button type="button" class="main" ref={button} disabled={!found || doing !== null || (found.items === found.known && !Object.keys(found.judgements).length)} onClick={() => void store()}>Import {found ? counted(found.items - found.known, "item") : ""}</button>
        <button type="button" class="quiet" disabled={doing === "Storing"} onClick={close}>Cancel</button>
        {doing && <span role="status" class="muted">{doing}…</span>}
      </div>
    </section>
  );
}

function told(found: Preview): string {
  const people = Object.entries(found.judgements).map(([name, count]) => `${count.toLocaleString("en")} by ${name}`);
  const known = found.known ? `, ${found.known === found.items ? "all of them" : `${found.known.toLocaleString("en")} of them`} there already` : "";
  const judgements = people.length ? ` Judgements: ${listed(people)}. They keep their authors, and others are still asked.` : "";
  return `${counted(found.items, "item")}${known}.${judgements}`;
}

/** What was imported, the latest first. */
export function Imports({ all, change }: { all: Import[]; change: () => Promise<void> }) {
  const [whole, setWhole] = useState(false);
  const act = async (question: Promise<unknown>): Promise<void> => {
    await tried(question);
    await Promise.all([change(), refresh()]);
  };
  if (!all.length) return null;
  const shown = whole ? all : all.slice(0, 5);
  return (
    <>
      <table class="list imports">
        <caption>Imported files</caption>
        <tbody>
          {shown.map((each) => (
            <tr key={each.id} class={each.removed ? "undone" : ""}>
              <th scope="row">{each.files.join(", ")} <small class="muted">{stamp(new Date(each.at))}{each.by && `, ${each.by}`}</small></th>
              <td>{brought(each)}{each.removed && <b>, undone</b>}</td>
              <td class="end">
                {each.removed ? (
                  <>
                    <button type="button" class="small" onClick={() => void act(api.restoreImport(each.id))}>Restore</button>{" "}
                    <button type="button" class="small quiet" onClick={() => void act(api.removeImport(each.id, true))}>Delete permanently</button>
                  </>
                ) : (
                  <button type="button" class="small" onClick={() => void act(api.removeImport(each.id))}>Undo</button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {all.length > shown.length && <button type="button" class="small quiet" onClick={() => setWhole(true)}>Show all {all.length}</button>}
    </>
  );
}

function brought(each: Import): string {
  const parts = [counted(each.items, "item"), each.judgements && counted(each.judgements, "judgement")].filter(Boolean);
  const people = each.answered ? `, ${counted(each.answered, "judgement")} made here` : "";
  return `${parts.join(" and ")} in ${each.layer_name}${people}`;
}
