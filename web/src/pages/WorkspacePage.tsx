// The page of one person: files are dropped, jobs are watched, results are read, corrected, saved.

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError, api, type EncodedText, type Job, type JobText } from "../api";
import { total } from "../components/Bar";
import { Failure } from "../components/Failure";
import { ActionButton } from "../components/Keys";
import { Shell } from "../components/Shell";
import { useDrop } from "../components/useDrop";
import { onReturn, useLoaded } from "../components/useLoaded";
import { useKeys, type Action } from "../keys";
import { refresh, session } from "../store/session";
import { say, waitingCount } from "../store/status";
import { counted } from "../text/counted";
import { dropped, isArchive, paired, sorted, type Side, type Taken } from "../text/files";
import { languageName } from "../text/languages";
import type { LayerBrief } from "../types";

const STATES: Record<Job["state"], string> = { draft: "Ready to start", waiting: "Waiting for another text", running: "Running", ready: "Ready to read", failed: "Stopped", removed: "Removed" };
/** Milliseconds between looks at jobs that are at work. */
const OFTEN = 700;
/** The same while nobody answers. */
const SELDOM = 2000;
/** What the machine calls its stages, as it is said to people. */
const STAGES: [RegExp, string][] = [
  [/^reading/, "reading the texts"],
  [/^segmenting/, "finding the sentences"],
  [/^round|^aligning|evidence/, "aligning the sentences"],
  [/^comparing words|^learning|^sampling/, "aligning the words"],
  [/^finding terms/, "finding the terms"],
];
/** Bytes of a file that takes so long to read that its size is told. */
const LARGE = 2e6;
const UNITS = /\.(tmx|xlf|xliff|sdlxliff|mqxliff|mxliff|po|csv|tsv|xlsx)$/i;

/** What the server says against something; anything else is an error of the page. */
const refusalOf = (failure: unknown): string => {
  if (failure instanceof ApiError) return failure.message;
  throw failure;
};

export function WorkspacePage() {
  const [busy, setBusy] = useState<{ job: number; words: string } | null>(null);
  const [refused, setRefused] = useState<string[]>([]);
  const [ended, setEnded] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const queue = useRef(Promise.resolve());
  /** A text that waits for its translation: the two may lie in different folders, or the other one was refused. */
  const lone = useRef<Taken | null>(null);
  const [first, setFirst] = useState("");
  /** A text that is not in Unicode, what was dropped with it, and how it may read. */
  const [garbled, setGarbled] = useState<{ file: File; dropped: Taken[]; readings: EncodedText[] } | null>(null);
  const keep = (text: Taken | null): void => {
    lone.current = text;
    setFirst(text?.file.name ?? "");
  };

  const loaded = useLoaded(async () => {
    const found = await api.jobs();
    const known = session.peek()?.layers.map((layer) => layer.id) ?? [];
    if (found.jobs.some((job) => job.layers.some((id) => !known.includes(id)))) await refresh();
    return { ...found, ahead: found.now - Date.now() / 1000 };
  }, []);
  useEffect(() => onReturn(() => void loaded.again()), []);
  // What was said of an item is no news here.
  useEffect(() => say(""), []);
  // What was decided elsewhere is counted once the server has it.
  const sent = waitingCount.value === 0;
  useEffect(() => {
    if (sent) void refresh();
  }, [sent]);
  const jobs = loaded.value?.jobs;
  const ahead = loaded.value?.ahead ?? 0;
  const limit = loaded.value?.limit ?? Infinity;
  const working = jobs?.some((job) => job.state === "waiting" || job.state === "running") ?? false;
  const silent = loaded.error?.offline ?? false;
  useEffect(() => {
    if (!working && !silent) return;
    const timer = setTimeout(() => void loaded.again(), silent ? SELDOM : OFTEN);
    return () => clearTimeout(timer);
  }, [loaded.value, loaded.error]);

  const tried = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      say(failure.message, true);
    }
    await loaded.again();
  };
  /** One drop after the other: a job is shown when all its files are read. */
  const bring = (files: Taken[]): Promise<void> => (queue.current = queue.current.then(() => take(files)));
  const take = async (files: Taken[]): Promise<void> => {
    const before = lone.current;
    const found = sorted(files) ?? (before && files.length === 1 ? sorted([before, ...files]) : null);
    const archive = files.find(isArchive);
    const alone = !found && !archive && files.length === 1;
    if (found || alone) keep(alone ? files[0] : null);
    setRefused(found || alone ? [] : [archive ? `${archive.file.name} is an archive: unpack it and drop the files in it.` : "These files do not go together. Drop a text and its translation, two folders, or one translation memory (with a termbase, if you like)."]);
    setGarbled(null);
    // A text may hold a table with both languages: the server sees.
    const trial = alone ? { name: files[0].file.name.replace(/\.[^.]+$/, ""), files: [{ ...files[0], side: "source" as const, name: files[0].file.name }] } : null;
    const given = found ?? trial;
    if (!given) return;
    const errors: string[] = [];
    const unread: File[] = [];
    const good: Taken[] = [];
    await tried(async () => {
      const made = await api.addJob(given.name).catch((failure: unknown) => void errors.push(refusalOf(failure)));
      if (!made) return;
      let job = made;
      for (const { side, name, file, encoding } of given.files) {
        setBusy({ job: job.id, words: `Reading ${file.name}${file.size < LARGE ? "" : `, ${Math.round(file.size / 1e6)} MB`}…` });
        try {
          // Of a body that is too large the browser may not hear what the server says.
          if (file.size > limit) throw new ApiError(413, `is larger than ${limit / 1e6} MB; divide it`);
          job = await api.addFile(job.id, side, name, file, encoding);
          good.push({ file, path: file.name, encoding });
        } catch (failure) {
          const words = refusalOf(failure);
          // The text is in another encoding than UTF-8.
          if (!encoding && failure instanceof ApiError && failure.status === 415) unread.push(file);
          else errors.push(words.startsWith(file.name) ? words : `${file.name}: ${words}`);
        }
      }
      setBusy(null);
      if (unread.length) {
        // Once somebody has chosen how it reads, all is taken again.
        await api.removeJob(job.id);
        keep(null);
        const readings = await api.encodings(unread[0].slice(0, LOOKED_AT));
        if (readings.length) setGarbled({ file: unread[0], dropped: given.files.length === files.length || !before ? files : [before, ...files], readings });
        else errors.push(`${unread[0].name} is not in Unicode: save it as UTF-8, or as Word or OpenDocument.`);
        return;
      }
      if (trial && job.files.some((file) => file.characters > 0)) return void (await api.removeJob(job.id));
      if (trial) keep(null);
      const lacks = (side: Side): boolean => given.files.some((each) => each.side === side) && !job.files.some((each) => each.side === side);
      // What arrived whole may lie on other sides now: a glossary beside a table.
      if (errors.length && (["source", "target", "termbase"] as const).some(lacks)) {
        if (good.length === 1 && !trial) keep(good[0]);
        await api.removeJob(job.id);
      }
      else if (job.files.some((each) => each.side === "target") && job.files.every((each) => !each.characters)) {
        errors.push("Each of these files holds both languages already: drop them one by one.");
        await api.removeJob(job.id);
      }
      // What holds both languages, and no third one, needs no question.
      else if (!errors.length && job.files.every((each) => each.side !== "target" && (each.side === "termbase" || each.languages.length < 3))) await api.startJob(job.id, null, null);
    });
    setRefused(errors);
    setBusy(null);
  };
  const over = useDrop((data) => void dropped(data).then(bring));
  const choose: Action = { id: "work.choose", label: "Choose files", group: "Workspace", keys: ["o"], run: () => field.current?.click() };
  const end: Action = {
    id: "work.end", label: "End diglot", group: "Workspace", keys: [],
    run: () => void tried(async () => { setEnded(true); await api.quit(); }),
  };
  useKeys([choose, end]);
  if (ended) return <main class="page"><div class="nothing"><p>diglot has ended. Everything is saved; this window can be closed.</p></div></main>;
  const removed = jobs?.filter((job) => job.state === "removed") ?? [];
  const shown = jobs?.filter((job) => job.state !== "removed" && job.id !== busy?.job) ?? [];
  return (
    <Shell title="Workspace">
      {loaded.error && <Failure error={silent ? new ApiError(0, "diglot does not answer: start it again. Everything you did is kept.") : loaded.error} again={() => void loaded.again()} />}
      <section class={`drop-zone ${over ? "over" : ""}`} aria-label="Drop files here">
        <p><b>Drop a text and its translation here</b> (Word, OpenDocument, PDF, web pages, plain text …),<br class="wide" /> or two folders of them, or a translation memory (TMX, XLIFF, PO, Excel …), with a termbase if you have one.</p>
        <ActionButton action={choose} className={shown.length ? "" : "main"} />
        <input ref={field} type="file" multiple hidden aria-label="Files" onChange={(event) => { void bring([...(event.currentTarget.files ?? [])].map((file) => ({ file, path: file.name }))); event.currentTarget.value = ""; }} />
        {!shown.length && !busy && jobs && <p class="muted">No files at hand? <button type="button" class="small" onClick={() => void tried(api.sampleJob)}>Try it with a sample contract</button></p>}
        {busy && <p role="status"><progress aria-hidden="true" /> {busy.words}</p>}
        {first && !busy && <p role="status"><b>{first}</b> is here. Now drop its translation.</p>}
        {garbled && (
          <div class="garbled" role="group" aria-label="Encoding">
            <p>The encoding of <b>{garbled.file.name}</b> is not clear. Choose the line that reads right:</p>
            <ul>{garbled.readings.map(({ encoding, text }) => (
              <li key={encoding}>
                <button type="button" onClick={() => void bring(garbled.dropped.map((each) => (each.file === garbled.file ? { ...each, encoding } : each)))}>{text}</button>{" "}
                <small class="muted">{encoding}</small>
              </li>
            ))}</ul>
          </div>
        )}
        {refused.length > 0 && <div class="error" role="alert">{refused.map((each) => <p key={each}>{each}</p>)}</div>}
      </section>
      {shown.length > 0 && <h1>Your texts</h1>}
      <ul class="jobs">{shown.map((job) => <JobView key={job.id} job={job} ahead={ahead} tried={tried} />)}</ul>
      {removed.length > 0 && (
        <details class="removed" open={removed.length === 1}>
          <summary>{counted(removed.length, "text")} removed</summary>
          <ul>{removed.map((job) => (
            <li key={job.id}>{job.name} <small class="muted">{job.files.map((file) => file.name).join(", ")}</small> <button type="button" class="small" onClick={() => void tried(() => api.restoreJob(job.id))}>Restore</button></li>
          ))}</ul>
        </details>
      )}
      <p class="muted place-of-files">Everything is kept in {loaded.value?.folder}. <ActionButton action={end} className="small quiet" /></p>
    </Shell>
  );
}

function JobView({ job, ahead, tried }: { job: Job; ahead: number; tried: (work: () => Promise<unknown>) => Promise<void> }) {
  /** What is written in the two fields; null: nothing. */
  const [pair, setPair] = useState<[string | null, string | null]>([null, null]);
  const side = (name: Side) => job.files.filter((file) => file.side === name);
  const recognised = (name: Side): string => side(name).find((file) => file.language !== "und")?.language ?? "und";
  const known = (n: 0 | 1): string => job.languages[n] || recognised(n ? "target" : "source");
  const written = (n: 0 | 1): string | null => pair[n]?.trim() || null;
  const told = (n: 0 | 1): string => written(n) ?? known(n);
  const write = (n: 0 | 1, words: string | null): void => setPair(n ? [pair[0], words] : [words, pair[1]]);
  /** What a memory in more than two languages holds. */
  const held = side("source")[0]?.languages ?? [];
  const chosen = (n: 0 | 1): string => written(n) ?? held[n];
  const way = side("target").length ? [told(0), told(1)] : held.length > 1 ? [job.languages[0] ?? held[0], job.languages[1] ?? held[1]] : [];
  const layers = session.value?.layers.filter((layer) => job.layers.includes(layer.id)) ?? [];
  const texts = side("source").length;
  const cut = job.state === "draft" && !side("target").length && held.length < 2;
  const same = told(0) === told(1) && told(0) !== "und";
  const exchange = async (): Promise<void> => {
    setPair([pair[1], pair[0]]);
    await api.exchangeJob(job.id);
  };
  const remove = async (): Promise<void> => {
    await api.removeJob(job.id);
    say(`${job.name} was removed. It can be restored at the end of this page.`, true);
  };
  const removing = (word: string) => <button type="button" class="quiet" onClick={() => void tried(remove)}>{word}</button>;
  const start = (): void => void tried(() => api.startJob(job.id, written(0) ?? job.languages[0], written(1) ?? job.languages[1]));
  return (
    <li class={`job ${job.state}`}>
      <h2>{job.name} <small class="muted">{cut ? "Incomplete" : STATES[job.state]}</small></h2>
      {cut && <div class="toolbar"><span class="why">Its files did not all arrive.</span>{removing("Remove")}</div>}
      {job.state === "draft" && !side("target").length && held.length > 1 && (
        <div class="toolbar">
          {([0, 1] as const).map((n) => (
            <label key={n}>{n ? "into" : "read from"}{" "}
              <select value={chosen(n)} onChange={(event) => write(n, event.currentTarget.value)}>
                {held.map((code) => <option key={code} value={code}>{languageName(code)}</option>)}
              </select>
            </label>
          ))}
          <button type="button" class="main" disabled={chosen(0) === chosen(1)} onClick={() => void tried(() => api.startJob(job.id, chosen(0), chosen(1)))}>Open</button>
          {removing("Remove")}
        </div>
      )}
      {((job.state === "draft" || job.state === "failed") && side("target").length > 0) && (
        <>
          {job.error && <p class="error" role="alert">{job.error}</p>}
          <Pairs job={job}>{(["source", "target"] as const).map((name, n) => (
            <th key={name} scope="col">
              <label>{n ? "translated into" : "from"}{" "}
                <input aria-label={`Language of the ${name}`} value={pair[n] ?? known(n as 0 | 1).replace(/^und$/, "")} size={10} placeholder="language" onInput={(event) => write(n as 0 | 1, event.currentTarget.value)} onBlur={() => written(n as 0 | 1) ?? write(n as 0 | 1, null)} />
              </label>{" "}
              <small class={told(n as 0 | 1) === "und" ? "why" : "muted"}>{languageName(told(n as 0 | 1))}{told(n as 0 | 1) === "und" && ": write its name"}</small>
            </th>
          ))}</Pairs>
          {same && <p class="why" role="status">Both texts seem to be in {languageName(told(0))}. Is one of them the wrong file? If not, write the language of the other one.</p>}
          <div class="toolbar">
            <button type="button" class="main" disabled={same || !side("source").length || !side("target").length} onClick={start}>{job.state === "draft" ? "Align and find terms" : "Try again"}</button>
            <button type="button" onClick={() => void tried(exchange)}>Exchange the sides</button>
            {removing("Remove")}
          </div>
        </>
      )}
      {(job.state === "waiting" || job.state === "running") && (
        <div class="toolbar">
          <Progress job={job} ahead={ahead} />
          {removing("Stop")}
        </div>
      )}
      {job.error && (job.state !== "failed" || !side("target").length) && <p class="error" role="alert">{job.error}</p>}
      {job.state === "failed" && !side("target").length && (
        <div class="toolbar">
          <button type="button" onClick={start}>Try again</button>
          {removing("Remove")}
        </div>
      )}
      {job.state !== "draft" && job.state !== "failed" && texts > 1 && (
        <details open><summary>{counted(texts, "text")}</summary><Pairs job={job}>{(["source", "target"] as const).map((name, n) => <th key={name} scope="col">{languageName(told(n as 0 | 1))}</th>)}</Pairs></details>
      )}
      {job.state === "ready" && (
        <>
          <p class="muted">{[...(way.length === 2 ? [way.map(languageName).join(" → ")] : []), ...(texts < 2 ? job.files.map(({ name }) => name) : [])].join(" · ")}</p>
          <Results job={job} layers={layers}>{removing("Remove")}</Results>
        </>
      )}
    </li>
  );
}

/** Bytes of a text that is not in Unicode by which its encoding is looked for. */
const LOOKED_AT = 200_000;

/** Share of doubtful links above which two files are hardly translations: of different texts it is half, of a PDF up to a third. */
const STRANGE = 0.4;

/** Before the counts of a text that somebody has finished. */
const DONE = "✓ done, ";

type Saving = [words: string, name: string, as?: string];

/** What came out of a job, a line a kind: how much of it somebody has looked at, the way in, and files to save. */
function Results({ job, layers, children }: { job: Job; layers: LayerBrief[]; children: ComponentChildren }) {
  const sum = (name: "links" | "confirmed" | "doubtful"): number => job.texts.reduce((all, each) => all + each[name], 0);
  const given = job.files.filter(({ side }) => side === "termbase").map(({ name }) => name.replace(/\.(gz|dz|zst)$/i, ""));
  const isTerms = (name: string): boolean => name.endsWith(".tbx") || given.includes(name);
  const texts = job.results.filter((name) => UNITS.test(name) && name !== "terms.xlsx" && !isTerms(name)).flatMap((name): Saving[] => [
    [`Save ${name.split(".").pop()!.toUpperCase()}`, name],
    ...Object.entries({ TMX: ".tmx", XLIFF: ".xlf", Excel: ".xlsx" }).filter(([, as]) => !name.toLowerCase().endsWith(as)).map(([words, as]): Saving => [`Save as ${words}`, name, as]),
  ]);
  const terms = job.results.filter(isTerms).flatMap((name): Saving[] => [["Save termbase", name], ["Save terms as Excel", name, ".xlsx"]]);
  const report = job.results.includes("report.html");
  const rows: [way: ComponentChildren, facts: string, savings: Saving[]][] = [
    ...layers.map((layer, n): (typeof rows)[number] => {
      const sentences = layer.kind === "sentences";
      if (!total(layer.counts) && !sentences) terms.length = 0; // nothing to save
      if (!total(layer.counts)) return [<span key="none" class="muted">{sentences ? "No links were found." : "No terms were found."}</span>, "", []];
      const way = (
        <a class={n ? "button" : "button main"} href={sentences ? `/l/${layer.id}/i/1?view=doubtful` : `/l/${layer.id}?view=doubtful`}>
          {sentences ? "Read and correct the sentences" : "Decide the terms"}
        </a>
      );
      const facts = sentences
        ? job.texts.length ? `${job.texts.every(({ done }) => done) ? DONE : ""}${sum("confirmed").toLocaleString("en")} of ${counted(sum("links"), "link")} confirmed${sum("doubtful") ? `, ${sum("doubtful").toLocaleString("en")} found doubtful` : ""}` : ""
        : `${layer.counts.done.toLocaleString("en")} of ${counted(total(layer.counts), "term")} decided`;
      return [way, facts, sentences ? texts.splice(0) : terms.splice(0)];
    }),
    [
      <>{report && <a class="button" href={api.report(job.id)} target="_blank">Open the report</a>} {children}</>,
      "", [...texts, ...terms, ...(report ? [["Save report", "report.html"] as Saving] : [])],
    ],
  ];
  // The languages stand above.
  const notes = job.notes.map((note, n) => ({ note, kind: job.note_kinds[n] })).filter(({ kind }) => kind !== "tool" && kind !== "language");
  const strange = job.files.some(({ side }) => side === "target") && sum("doubtful") > STRANGE * sum("links");
  return (
    <>
      {strange && <p class="why" role="status">{sum("doubtful").toLocaleString("en")} of {counted(sum("links"), "link")} are in doubt or have one side only. Do these texts belong together?</p>}
      {notes.length > 0 && (
        <details class="told" open={notes.some(({ kind }) => kind === "doubt")}>
          <summary>{counted(notes.length, "note")} on reading and aligning</summary>
          <ul>{notes.map(({ note, kind }) => <li key={note} class={kind === "doubt" ? "why" : "muted"}>{note}</li>)}</ul>
        </details>
      )}
      <ul class="results">{rows.map(([way, facts, savings], n) => (
        <li key={n} class="toolbar">
          {way}
          <span class="muted space">{facts}</span>
          {savings.map(([words, name, as]) => <a key={words} class="button" download href={api.result(job.id, name, as)}>{words}</a>)}
        </li>
      ))}</ul>
    </>
  );
}

/** One row a pair of files: how far it is, and its own way into the text. */
function Pairs({ job, children }: { job: Job; children: ComponentChildren }) {
  const [sources, targets] = (["source", "target"] as const).map((side) => job.files.filter((file) => file.side === side).map((file) => file.name));
  const rows = paired(sources, targets);
  const complete = rows.filter((row) => row[0] && row[1]);
  const text = (row: (typeof rows)[number]): JobText | undefined => (job.texts.length === complete.length ? job.texts[complete.indexOf(row)] : undefined);
  // Stages that take one text after the other count them.
  const done = job.state === "running" && job.total === complete.length ? job.done : 0;
  return (
    <table class="pairs-of-files">
      <thead><tr>{children}{complete.length > 1 && (job.state === "running" || job.state === "ready") && <th scope="col"><span class="unseen">Progress</span></th>}</tr></thead>
      <tbody>{rows.map((row, n) => {
        const found = text(row);
        return (
          <tr key={n}>
            {row.map((name, side) => <td key={side}>{name ?? <em class="why">no partner, left out</em>}</td>)}
            {found && <td><a href={`/l/${found.layer}/i/${found.item}?view=doubtful`}>Read</a> <span class="muted">{found.done && DONE}{found.confirmed.toLocaleString("en")} of {counted(found.links, "link")} confirmed</span></td>}
            {job.state === "running" && complete.length > 1 && row[0] && row[1] && <td class="muted">{complete.indexOf(row) < done ? "✓" : complete.indexOf(row) === done && job.total > 1 ? "…" : ""}</td>}
          </tr>
        );
      })}</tbody>
    </table>
  );
}

function Progress({ job, ahead }: { job: Job; ahead: number }) {
  const gone = job.begun ? Math.max(0, Date.now() / 1000 + ahead - job.begun) : 0;
  const left = Math.round(job.seconds - gone);
  const share = job.seconds ? Math.min(0.97, gone / job.seconds) : 0;
  const stage = STAGES.find(([name]) => name.test(job.stage))?.[1] ?? (job.stage || "reading the texts");
  const words = job.state === "waiting" ? "" : `${stage}${job.total > 1 ? `, ${job.done} of ${job.total}` : ""}`;
  return (
    <p role="status">
      <progress value={share} max={1} aria-label={`Progress of ${job.name}`} /> {words}
      {job.state === "running" && <span class="muted">{left > 1 ? `, about ${left < 90 ? counted(left, "second") : counted(Math.round(left / 60), "minute")} left` : `, longer than expected (${counted(Math.round(gone), "second")} so far)`}</span>}
    </p>
  );
}
