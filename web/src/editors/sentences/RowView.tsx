// One row: source, what there is to say about the link, target.

import { Component, type ComponentChildren } from "preact";
import { parts, type Doubt } from "./doubts";
import { counted } from "../../text/counted";
import type { Row, Shown, SideName } from "./model";
import { directionOf } from "../../text/languages";
import { SegmentEdit } from "./SegmentEdit";

export interface RowProps {
  n: number;
  row: Row;
  doubt: Doubt;
  /** Which side has the focus; null if the row has not. */
  side: SideName | null;
  selected: boolean;
  editing: boolean;
  zone: string | null;
  problem: string | null;
  needle: string;
  /** Rows that are folded away just before and just after this one. */
  before: number;
  after: number;
  shown: Shown;
}

function marked(text: string, doubt: Doubt, needle: string): ComponentChildren {
  return parts(text).map((part, n) =>
    part.figure ? <b key={n} class={doubt.loose.has(part.text) ? "figure loose" : "figure"}>{part.text}</b> : found(part.text, needle),
  );
}

function found(text: string, needle: string): ComponentChildren {
  if (!needle) return text;
  const at = text.toLowerCase().indexOf(needle);
  return at < 0 ? text : [text.slice(0, at), <mark key="hit">{text.slice(at, at + needle.length)}</mark>, found(text.slice(at + needle.length), needle)];
}

const EXCERPT = 240;

/** Draws again only when something that it shows is another one. */
export class RowView extends Component<RowProps> {
  shouldComponentUpdate(next: RowProps): boolean {
    const now = this.props;
    return (Object.keys(next) as (keyof RowProps)[]).some((name) => next[name] !== now[name]);
  }

  private text(side: SideName): ComponentChildren {
    const { row, doubt, needle, shown, editing } = this.props;
    const { model, offsets, sides } = shown;
    const [first, last] = model.range(row, side);
    const { lang, dir } = sides[side];
    if (editing && this.props.side === side) {
      return <SegmentEdit side={side} first={first} last={last} shown={shown} />;
    }
    const lines: ComponentChildren[] = [];
    const count = row.kind === "excluded" ? Math.min(last, first + 1) : last;
    for (let k = first; k < count; k++) {
      let text = model.textOf(side, k, offsets[side]);
      const corrected = model.corrections[side].has(model[side].starts[k]);
      if (row.kind === "excluded" && text.length > EXCERPT) text = `${text.slice(0, EXCERPT)}…`;
      lines.push(<p key={k} dir={directionOf(text, dir)} class={corrected ? "corrected" : undefined} title={corrected ? `was: ${offsets[side].slice(model[side].starts[k], model[side].ends[k])}` : undefined}>{corrected && <><i class="sign" aria-hidden="true">✎ </i><span class="unseen">corrected: </span></>}{marked(text, doubt, needle)}</p>);
    }
    if (count < last) lines.push(<p key="more" class="muted">and {last - count} more segments</p>);
    return <div class="text" lang={lang} dir={dir}>{lines}</div>;
  }

  private gutter(): ComponentChildren {
    const { n, row, doubt, zone, problem, shown } = this.props;
    const [s, e] = shown.model.range(row, "source");
    const [t, u] = shown.model.range(row, "target");
    const [size, tsize] = [e - s, u - t];
    const type = `${size}-${tsize}`;
    const sign = row.kind === "gap" ? "✕" : row.kind === "excluded" ? "∅" : row.confirmed ? "✓" : doubt.doubtful ? "!" : "";
    return (
      <>
        <span class="number">{n + 1}</span>
        <span class="line">
          <i class="sign" title={row.confirmed ? "confirmed" : doubt.doubtful ? "in doubt" : undefined}>{sign}</i>
          {row.kind === "excluded" ? <span>excluded, {size} and {tsize}</span> : (type !== "1-1" || doubt.doubtful) && <span class="type">{type}</span>}
          {doubt.score !== null && !row.confirmed && <span class="score" title="probability of the proposal">{doubt.score.toFixed(2)}</span>}
          {zone && row.kind !== "excluded" && <span class="words">{zone}</span>}
        </span>
        {!row.confirmed && doubt.reasons.map((reason) => <span key={reason} class="reason">{reason}</span>)}
        {problem && <span class="reason error">✕ {problem}</span>}
      </>
    );
  }

  private fold(first: number, count: number, where: string): ComponentChildren {
    if (!count) return null;
    return (
      <div class={`fold ${where}`} role="gridcell" aria-colspan={3}>
        <button type="button" class="small quiet" tabIndex={-1} onClick={() => this.props.shown.onUnfold(first, count)}>{counted(count, "link")} without doubt</button>
      </div>
    );
  }

  render({ n, row, doubt, side, selected, zone, problem, before, after }: RowProps) {
    const look = [
      "row",
      row.kind,
      row.confirmed && row.kind === "bead" ? "confirmed" : "",
      doubt.doubtful || problem ? "doubtful" : "",
      row.kind === "bead" && (row.a === row.b || row.c === row.d) ? "null" : "",
      zone ? "in-zone" : "",
      side ? "chosen" : "",
      selected ? "selected" : "",
    ];
    const cell = (name: SideName) => (
      <div class={side === name ? "cell here" : "cell"} role="gridcell" data-side={name} tabIndex={side === name ? 0 : -1} aria-selected={selected || side !== null}>
        {this.text(name)}
      </div>
    );
    return (
      <div class={look.filter(Boolean).join(" ")} role="row" aria-rowindex={n + 1} data-row={n}>
        {this.fold(n - before, before, "before")}
        {this.fold(n + 1, after, "after")}
        {cell("source")}
        <div class="gutter" role="gridcell">{this.gutter()}</div>
        {cell("target")}
      </div>
    );
  }
}
