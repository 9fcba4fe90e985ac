// How far annotators agree: several figures with intervals as words and bars, never one alone.

import type { ComponentChildren } from "preact";
import { api, type AgreementReport, type Compared, type Figure, type LabelAgreement } from "../api";
import { Failure } from "../components/Failure";
import { Shell } from "../components/Shell";
import { useLoaded } from "../components/useLoaded";
import { go, query, withQuery } from "../router";
import { layerName } from "../editors";
import { session } from "../store/session";
import { counted, grouped } from "../text/counted";

const NAMES: Record<string, string> = {
  raw: "raw agreement",
  alpha: "Krippendorff’s alpha",
  fleiss: "Fleiss’ kappa",
  kappa: "Cohen’s kappa, mean of pairs",
};
/** Of two people; the same names in all layers. */
const COMPARED: Record<string, string> = {
  identical: "identical items",
  f: "F",
  f1: "F",
  f_sure: "F, sure links",
  f_weighted: "F, by characters",
  aer_first: "error rate (AER), the first as reference",
  aer_second: "error rate (AER), the second as reference",
  kappa: "Cohen’s kappa",
  raw: "raw agreement",
};
/** What was compared, as people call it. */
const WHAT: Record<string, string> = {
  divisions: "trees",
  beads: "sentence links",
  sentences: "pairs of sentences",
  words: "words linked",
  characters: "characters linked",
  boundaries: "boundaries of links",
};
/** They say nothing new where nobody is gold. */
const HIDDEN = ["precision", "recall", "silence", "noise"];
const MOST = 10;

export function AgreementPage() {
  const layers = session.value?.layers ?? [];
  const chosen = query.value.get("layer") ?? String(layers[0]?.id ?? "");
  const loaded = useLoaded(() => (chosen ? api.agreement(chosen) : Promise.reject(new Error("no layer"))), [chosen]);
  if (!layers.length) return <Shell title="Agreement"><div class="nothing"><p>There are no layers yet.</p><a class="button" href="/">Import a file</a></div></Shell>;
  const found = loaded.value;
  /** Reports begin with the name of the layer: `confidence: label`. */
  const layer = layers.find((each) => String(each.id) === chosen);
  const titled = (name: string): string => (layer && name.startsWith(layer.name) ? layerName(layer) + name.slice(layer.name.length) : name);
  const empty = found?.reports.every((each) => !each.labels && !each.compared.length);
  return (
    <Shell title="Agreement">
      <div class="list-head">
        <h1>Agreement</h1>
        <div class="views" role="group" aria-label="Layer">
          {layers.map((layer) => <button key={layer.id} type="button" aria-pressed={String(layer.id) === chosen} onClick={() => go(withQuery({ layer: String(layer.id) }))}>{layerName(layer)}</button>)}
        </div>
        <span class="space" />
        <a class="button" href={`/l/${chosen}/adjudicate`}>Disagreements, worst first</a>
      </div>
      {loaded.error && <Failure error={loaded.error} again={loaded.again} />}
      {!found && !loaded.error && <p class="muted">Counting…</p>}
      {empty && <div class="nothing"><p>There is nothing to compare yet: no item has two completed judgements.</p><a class="button" href={`/l/${chosen}`}>To the items</a></div>}
      {!empty && found?.reports.map((report) => <Report key={report.name} report={report} title={titled(report.name)} />)}
      {!empty && found && (
        <details class="guide">
          <summary>How to read this</summary>
          {found.guide.map((line) => <p key={line}>{line}</p>)}
        </details>
      )}
    </Shell>
  );
}

function Report({ report, title }: { report: AgreementReport; title: string }) {
  const { labels, compared } = report;
  return (
    <section class="report">
      <h2>{title}</h2>
      {labels && <Labels found={labels} />}
      {compared.length > 0 && <Comparisons compared={compared} />}
      {report.remarks.map((line) => <p key={line} class="muted">{line}</p>)}
    </section>
  );
}

function Labels({ found }: { found: LabelAgreement }) {
  return (
    <>
      <Figures
        head={counted(found.items, "item")}
        rows={[
          ...Object.entries(found.figures).map(([name, figure]): Row => [NAMES[name] ?? name, "all", figure]),
          ...found.pairs.flatMap((pair): Row[] => [
            ["raw agreement", `${pair.first} and ${pair.second}, ${pair.items}`, pair.raw],
            ["Cohen’s kappa", `${pair.first} and ${pair.second}, ${pair.items}`, pair.kappa],
          ]),
        ]}
      />
      <div class="tables">
        <Distribution found={found} />
        {found.pairs.length <= MOST && found.pairs.map((pair) => (
          <Confusion key={`${pair.first} ${pair.second}`} caption={`${pair.first} ↓ ${pair.second} →`} headings={found.labels} table={pair.confusion} />
        ))}
      </div>
    </>
  );
}

function Comparisons({ compared }: { compared: Compared[] }) {
  return (
    <>
      {[...new Set(compared.map((each) => each.what))].map((what) => {
        const here = compared.filter((each) => each.what === what);
        return (
          <div key={what}>
            <Figures
              head={WHAT[what] ?? what}
              rows={here.flatMap((each) => Object.entries(each.figures).filter(([name]) => !HIDDEN.includes(name)).map(([name, figure]): Row => [COMPARED[name] ?? name.replaceAll("_", " "), `${each.first} and ${each.second}, ${each.rows}`, figure]))}
            />
            <div class="tables">
              {here.filter((each) => each.table).map((each) => (
                <Confusion key={each.first + each.second} caption={`${each.first} ↓ ${each.second} →`} headings={each.headings} table={each.table!} />
              ))}
            </div>
          </div>
        );
      })}
    </>
  );
}

type Row = [string, string, Figure];

const shown = (value: number): string => value.toFixed(3);

function Figures({ head, rows }: { head: string; rows: Row[] }) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={head}>
      <table class="list measures">
        <thead><tr><th>{head}</th><th>who, items</th><th class="end">value</th><th>95 % interval</th><th>0 to 1</th></tr></thead>
        <tbody>
          {rows.map(([name, who, figure], n) => (
            <tr key={n}>
              <th scope="row">{name}</th>
              <td>{who}</td>
              <td class="end">{figure.value === null ? "undefined" : shown(figure.value)}</td>
              <td>{figure.low === null || figure.high === null ? "–" : `${shown(figure.low)} to ${shown(figure.high)}`}</td>
              <td><Interval figure={figure} /></td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Where a figure lies between 0 and 1; what is below 0 stands at 0. */
function Interval({ figure }: { figure: Figure }): ComponentChildren {
  const { value, low, high } = figure;
  if (value === null) return null;
  const share = (x: number): number => 100 * Math.max(0, Math.min(1, x));
  return (
    <span class="interval" aria-hidden="true">
      {low !== null && high !== null && <i class="range" style={{ insetInlineStart: `${share(low)}%`, inlineSize: `${share(high) - share(low)}%` }} />}
      <i class="point" style={{ insetInlineStart: `${share(value)}%` }} />
    </span>
  );
}

function Distribution({ found }: { found: LabelAgreement }) {
  return (
    <table class="confusion">
      <caption>how often each annotator gave each label</caption>
      <thead><tr><th>label</th><th scope="col">agreed</th>{found.annotators.map((name) => <th key={name} scope="col">{name}</th>)}</tr></thead>
      <tbody>
        {found.labels.map((label) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td class="same">{grouped(found.agreed[label])}</td>
            {found.annotators.map((name) => <td key={name}>{found.distribution[name][label] ? grouped(found.distribution[name][label]) : "·"}</td>)}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Confusion({ caption, headings, table }: { caption: string; headings: string[]; table: number[][] }) {
  const used = headings.map((_, n) => n).filter((n) => table[n].some(Boolean) || table.some((row) => row[n]));
  const most = Math.max(1, ...used.flatMap((i) => used.filter((j) => j !== i).map((j) => table[i][j])));
  return (
    <table class="confusion">
      <caption>{caption}</caption>
      <thead><tr><td />{used.map((n) => <th key={n} scope="col">{headings[n]}</th>)}</tr></thead>
      <tbody>
        {used.map((i) => (
          <tr key={i}>
            <th scope="row">{headings[i]}</th>
            {used.map((j) => (
              <td key={j} class={i === j ? "same" : table[i][j] ? "other" : ""} style={i !== j && table[i][j] ? { "--share": `${Math.round((50 * table[i][j]) / most)}%` } : {}}>{table[i][j] ? grouped(table[i][j]) : "·"}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
