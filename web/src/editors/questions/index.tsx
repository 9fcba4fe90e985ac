// Two questions on one output: is the term right, and is what stands around it?

import { useEffect, useState } from "preact/hooks";
import { ActionButton, Key } from "../../components/Keys";
import { TokenText } from "../../components/TokenText";
import { useKeys, type Action } from "../../keys";
import { say } from "../../store/status";
import type { Payload, Side } from "../../types";
import type { Editor, EditorProps } from "../editor";
import { finishing } from "../finish";
import { textOf, tokensIn } from "../marks";
import { ASKED, type Asked, after, answered, answerOf, toggleWord, waiting, wordSpans } from "./answers";
import "../../styles/editor-words.css";
import "../../styles/editor-questions.css";

interface Asking extends Payload {
  source_span: [number, number];
  expected: string[];
  output: Side;
}

const QUESTION: Record<Asked, string> = {
  term: "Is the source term translated correctly?",
  context: "Is its context translated correctly?",
};

function QuestionsEditor({ payload, scheme, annotation, complete }: EditorProps) {
  const { source, source_span: span, expected, output } = payload as Asking;
  const cells = annotation.cells.value;
  const [asked, setAsked] = useState<Asked>(() => waiting(annotation.cells.peek()) ?? "term");
  const [cursor, setCursor] = useState<number | null>(null);
  const [noting, setNoting] = useState(false);
  const marked = tokensIn(source, [span]);
  const rendering = tokensIn(output, wordSpans(cells));

  useEffect(() => {
    say(QUESTION[asked]);
  }, [asked]);
  const answer = (value: string): void => {
    annotation.act("answer", { [asked]: value });
    const next = after(annotation.cells.peek(), asked);
    if (next) setAsked(next);
    else void complete();
  };
  const word = (n: number): void => void annotation.act("toggle_word", toggleWord(annotation.cells.peek(), output.tokens[n]));
  const make = (id: string, label: string, keys: string[], run: () => void, when?: () => boolean): Action =>
    ({ id: `questions.${id}`, label, group: "Questions", keys, run, when });
  const answers = scheme.labels.map((each) => make(each.name, each.name, [each.key], () => answer(each.name)));
  const other = make("other", "Other question", ["ArrowUp", "ArrowDown"], () => setAsked(asked === "term" ? "context" : "term"));
  const mark = make("word", "Mark word", ["x"], () => cursor !== null && word(cursor), () => cursor !== null);
  const note = make("note", "Comment", ["c"], () => setNoting(true));
  const go = finishing("questions", "Questions", complete, { when: () => waiting(cells) === null });
  useKeys([...answers, other, mark, note, go]);

  return (
    <div class="questions">
      <div class="two-texts">
        <section>
          <h2>Source</h2>
          <TokenText side={source} label="source" look={(n) => (marked.has(n) ? "hit" : "")} />
          <p class="expected">
            <span class="muted">expected: </span>
            {expected.map((each, n) => <bdi key={each} lang={output.lang}>{n > 0 && ", "}<b>{each}</b></bdi>)}
          </p>
        </section>
        <section>
          <h2>Translation <small class="muted">optionally click the words that translate the term</small></h2>
          <TokenText
            side={output}
            label="words of the translation"
            chosen={(n) => rendering.has(n)}
            cursor={cursor}
            onCursor={setCursor}
            onPick={word}
          />
        </section>
      </div>
      {ASKED.map((each) => (
        <div key={each} class={`question ${asked === each ? "now" : ""}`} role="radiogroup" aria-label={QUESTION[each]} aria-current={asked === each ? "true" : undefined}>
          <span class="question-words">{QUESTION[each]}</span>
          {scheme.labels.map((label, n) => {
            const chosen = answerOf(cells, each) === label.name;
            return (
              <button
                key={label.name}
                type="button"
                role="radio"
                aria-checked={chosen}
                class={`answer ${chosen ? label.colour : ""}`}
                onClick={() => {
                  setAsked(each);
                  annotation.act("answer", { [each]: label.name });
                  const next = after(annotation.cells.peek(), each);
                  if (next) setAsked(next);
                  else void complete();
                }}
              >
                <i aria-hidden="true">{label.sign}</i>{label.name}
                {asked === each && <Key action={answers[n]} />}
              </button>
            );
          })}
        </div>
      ))}
      {(noting || annotation.get("note") !== null) && (
        <label class="comment">
          <span class="muted">Comment</span>
          <textarea
            rows={2}
           
            ref={(element) => { if (element && noting) element.focus(), setNoting(false); }}
            value={String(annotation.get("note") ?? "")}
            onChange={(event) => annotation.act("set_note", { note: event.currentTarget.value.trim() || null })}
            onKeyDown={(event) => { if (event.key === "Escape") event.currentTarget.blur(); }}
          />
        </label>
      )}
      <div class="toolbar editor-actions" role="toolbar" aria-label="Item">
        <ActionButton action={other} /><ActionButton action={note} /><ActionButton action={go} />
      </div>
    </div>
  );
}

export const EDITOR: Editor = {
  asks: "whether machine translation got terms right",
  stops: (_, cells) => {
    const asked = waiting(cells);
    return asked && QUESTION[asked];
  },
  answer: (name, cells) => answered(cells, name),
  says: (cells) => {
    const given = ASKED.flatMap((asked) => (cells.has(asked) ? [`${asked} ${answerOf(cells, asked)}`] : []));
    const asked = waiting(cells);
    return [...given, ...(asked ? [`${asked}?`] : [])].join(", ");
  },
  about: (payload, cells) => {
    const { source, source_span: span, expected, output } = payload as Asking;
    return {
      source: { side: source, marked: tokensIn(source, [span]) },
      target: { side: output, marked: tokensIn(output, wordSpans(cells)) },
      terms: `${textOf(source, span)} → ${expected.join(", ")}`,
    };
  },
  View: QuestionsEditor,
};
