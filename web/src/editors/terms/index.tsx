// A pair of terms: whether it holds, and what a termbase has to know of it.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { ActionButton, LabelButtons } from "../../components/Keys";
import { useKeys, type Action } from "../../keys";
import { say } from "../../store/status";
import { languageName } from "../../text/languages";
import type { Cells, Payload } from "../../types";
import type { Editor, EditorProps } from "../editor";
import { finishing } from "../finish";
import { Concordance } from "./Concordance";
import { Concepts } from "./Concepts";
import { addVariant, type Context, dropVariant, FLAGS, type Flag, formOf, setForm, type SideName, type Term, toggleFlag, toggleStop, variants } from "./pair";
import "../../styles/editor-words.css";
import "../../styles/editor-terms.css";

const PLACES = ["in the source", "in the target", "together"];

/** How often a pair was seen, as far as anybody counted. */
const seen = (frequency: (number | null)[]): string =>
  frequency.flatMap((count, n) => (count === null ? [] : [`${count}× ${PLACES[n]}`])).join(", ");

const SIDES: SideName[] = ["source", "target"];
const FLAG_WORDS: Record<Flag, { word: string; key: string; sign: string }> = {
  preferred: { word: "Preferred", key: "r", sign: "★" },
  forbidden: { word: "Forbidden", key: "f", sign: "⊘" },
  do_not_translate: { word: "Do not translate", key: "d", sign: "=" },
  case: { word: "Case counts", key: "c", sign: "Aa" },
};

/** What a form is open for. */
type Writing = "edit" | "variant" | "concept" | null;

function TermsEditor({ payload, scheme, annotation, item, complete }: EditorProps) {
  const terms = payload as unknown as Record<SideName, Term>;
  const cells = annotation.cells.value;
  const [writing, setWriting] = useState<Writing>(null);
  const [side, setSide] = useState<SideName>("target");
  const card = useRef<HTMLDivElement>(null);
  const relations = (scheme.settings.relations as string[] | undefined) ?? [];
  const frequency = payload.frequency as (number | null)[] | undefined;
  const contexts = (payload.contexts ?? []) as Context[];
  const concept = (annotation.get("concept") ?? payload.concept) as string | undefined;

  // Before the next key, which is text: N would say that the pair is wrong.
  useLayoutEffect(() => {
    if (writing) card.current?.querySelector<HTMLInputElement>("form input")?.focus();
  }, [writing]);
  const close = (): void => {
    setWriting(null);
    (document.activeElement as HTMLElement | null)?.blur();
  };
  const make = (id: string, label: string, keys: string[], run: () => void): Action => ({ id: `terms.${id}`, label, group: "Terms", keys, run });
  const statuses = scheme.labels.map((each) => make(each.name, each.name, [each.key], () => {
    annotation.act("set_status", { status: each.name });
    void complete();
  }));
  const edit = make("edit", "Edit forms", ["e"], () => setWriting(writing === "edit" ? null : "edit"));
  const variant = make("variant", "Add variant", ["v"], () => setWriting("variant"));
  const merge = make("merge", "Merge concepts", ["g"], () => setWriting("concept"));
  const stop = make("stop", "Stop list", ["x"], () => {
    annotation.act("stop_list", toggleStop(annotation.cells.peek()));
    if (annotation.get("stop") === true) void complete();
    else say("Taken from the stop list.");
  });
  const flags = FLAGS.map((flag) => make(flag, FLAG_WORDS[flag].word, [FLAG_WORDS[flag].key], () => {
    annotation.act(`flag_${flag}`, toggleFlag(annotation.cells.peek(), flag));
    say(`${FLAG_WORDS[flag].word}: ${annotation.get(flag) === true ? "yes" : "no"}`);
  }));
  const related = make("relation", "Relation", ["l"], () => {
    const at = relations.indexOf(String(annotation.get("relation")));
    const next = relations[at + 1] ?? null;
    annotation.act("set_relation", { relation: next });
    say(`Relation: ${next ?? "none"}`);
  });
  const finish = finishing("terms", "Terms", complete, { when: () => annotation.get("status") !== null });
  useKeys([finish, ...statuses, edit, variant, merge, stop, ...flags, related]);

  const saveForms = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const reliability = Number(form.get("reliability"));
    annotation.act("edit_forms", {
      ...setForm(terms.source, "source", String(form.get("source") ?? "")),
      ...setForm(terms.target, "target", String(form.get("target") ?? "")),
      pos: String(form.get("pos") ?? "").trim() || null,
      reliability: Number.isInteger(reliability) && reliability >= 1 && reliability <= 10 ? reliability : null,
    });
    close();
  };
  const saveVariant = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    annotation.act("add_variant", addVariant(terms[side], annotation.cells.peek(), side, String(form.get("variant") ?? "")));
    close();
  };
  const escape = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    close();
  };
  const status = scheme.labels.find((each) => each.name === annotation.get("status"));
  const facts = [
    frequency && seen(frequency),
    concept && !/^c[0-9a-f]{12}$/.test(concept) && `concept ${concept}`, // numbers that diglot gave say nothing
    annotation.get("relation") !== null && `relation ${String(annotation.get("relation"))}`,
    annotation.get("pos") !== null && String(annotation.get("pos")),
    annotation.get("reliability") !== null && `reliability ${String(annotation.get("reliability"))}`,
  ].filter(Boolean);
  return (
    <div class="terms" ref={card} onKeyDown={escape}>
      <Pair terms={terms} cells={cells}>{(name) => variants(cells, name).length > 0 && (
        <ul class="variants" aria-label={`variants in the ${name}`}>
          {variants(cells, name).map((form) => (
            <li key={form}>
              <bdi lang={terms[name].lang}>{form}</bdi>
              <button type="button" class="small quiet" aria-label={`remove variant ${form}`} onClick={() => annotation.act("drop_variant", dropVariant(name, form))}>×</button>
            </li>
          ))}
        </ul>
      )}</Pair>
      <p class="term-facts">
        {status && <span class={`sign ${status.colour}`}>{status.sign} {status.name}</span>}
        {annotation.get("stop") === true && <span class="sign vermilion">⊘ on the stop list</span>}
        {FLAGS.filter((flag) => annotation.get(flag) === true).map((flag) => <span key={flag} class="sign">{FLAG_WORDS[flag].sign} {FLAG_WORDS[flag].word}</span>)}
        <span class="muted">{facts.join(" · ")}</span>
      </p>
      <div class="editor-actions">
        <div class="toolbar" role="toolbar" aria-label="Status">
          <LabelButtons labels={scheme.labels} actions={statuses} given={annotation.get("status")} />
        </div>
        <div class="toolbar" role="toolbar" aria-label="Pair">
          <ActionButton action={edit} pressed={writing === "edit"} /><ActionButton action={variant} pressed={writing === "variant"} /><ActionButton action={merge} pressed={writing === "concept"} />
          <ActionButton action={stop} pressed={annotation.get("stop") === true} />
          {status && <ActionButton action={finish} />}
        </div>
        <div class="toolbar" role="toolbar" aria-label="Flags">
          {flags.map((action, n) => <ActionButton key={action.id} action={action} pressed={annotation.get(FLAGS[n]) === true} />)}
          {relations.length > 0 && <ActionButton action={related}>{`Relation: ${String(annotation.get("relation") ?? "none")}`}</ActionButton>}
        </div>
      </div>
      {writing === "edit" && (
        <form class="term-form-fields" onSubmit={saveForms}>
          {SIDES.map((name) => (
            <label key={name}><span class="muted">{languageName(terms[name].lang)}</span><input name={name} lang={terms[name].lang} dir={terms[name].dir ?? "auto"} defaultValue={formOf(terms[name], cells, name)} autocomplete="off" /></label>
          ))}
          <label><span class="muted">part of speech</span><input name="pos" defaultValue={String(annotation.get("pos") ?? "")} autocomplete="off" /></label>
          <label><span class="muted">reliability 1–10</span><input name="reliability" type="number" min="1" max="10" defaultValue={String(annotation.get("reliability") ?? "")} /></label>
          <button>Save <kbd aria-hidden="true">Enter</kbd></button><button type="button" class="quiet" onClick={close}>Cancel <kbd aria-hidden="true">Esc</kbd></button>
        </form>
      )}
      {writing === "variant" && (
        <form class="term-form-fields" onSubmit={saveVariant}>
          <label><span class="muted">variant</span><input name="variant" lang={terms[side].lang} dir={terms[side].dir ?? "auto"} autocomplete="off" /></label>
          <fieldset>
            <legend class="unseen">Side</legend>
            {SIDES.map((name) => <label key={name} class="radio"><input type="radio" name="side" checked={side === name} onChange={() => setSide(name)} /> {languageName(terms[name].lang)}</label>)}
          </fieldset>
          <button>Add <kbd aria-hidden="true">Enter</kbd></button><button type="button" class="quiet" onClick={close}>Cancel <kbd aria-hidden="true">Esc</kbd></button>
        </form>
      )}
      {writing === "concept" && <Concepts item={item} annotation={annotation} terms={terms} close={close} />}
      <Concordance terms={terms} contexts={contexts} />
    </div>
  );
}

interface PairProps {
  terms: Record<SideName, Term>;
  cells: Cells;
  /** What stands below the form of a side. */
  children?: (side: SideName) => ComponentChildren;
}

function Pair({ terms, cells, children }: PairProps) {
  return (
    <div class="term-pair">
      {SIDES.map((name) => (
        <section key={name} class="term" dir={terms[name].dir}>
          <p class="term-form" lang={terms[name].lang}>{formOf(terms[name], cells, name) || <span class="muted">(nothing)</span>}</p>
          <p class="muted facts">
            {languageName(terms[name].lang)}
            {cells.has(name) && <> · was <bdi lang={terms[name].lang}>{terms[name].text}</bdi></>}
          </p>
          {children?.(name)}
        </section>
      ))}
    </div>
  );
}

/** The pair and where it stands, for those who decide between judgements of it. */
function ShownTerms({ payload, cells }: { payload: Payload; cells: Cells }) {
  const terms = payload as unknown as Record<SideName, Term>;
  return (
    <div class="terms">
      <Pair terms={terms} cells={cells} />
      <Concordance terms={terms} contexts={(payload.contexts ?? []) as Context[]} />
    </div>
  );
}

export const EDITOR: Editor = {
  asks: "which terms translate each other",
  stops: (payload, cells) => {
    const terms = payload as unknown as Record<SideName, Term>;
    if (!cells.has("status")) return "Say first whether the pair is right.";
    return cells.get("status") === "valid" && SIDES.some((name) => !formOf(terms[name], cells, name)) ? "A pair with an empty side is not right." : null;
  },
  answer: (name) => ({ status: name }),
  Shown: ShownTerms,
  View: TermsEditor,
};
