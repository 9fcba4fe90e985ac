// One editor a kind of layer.

import type { ComponentType } from "preact";
import type { Annotation } from "../store/annotation";
import type { Cells, Item, Payload, Scheme } from "../types";
import { ConfidenceEditor } from "./confidence";
import { GroupsEditor } from "./groups";
import { MatchesEditor } from "./matches";
import { QuestionsEditor } from "./questions";
import { SentencesEditor } from "./sentences";
import { TermsEditor } from "./terms";
import { TreesEditor } from "./trees";
import { WordLabelsEditor } from "./word_labels";

export interface EditorProps {
  payload: Payload;
  scheme: Scheme;
  annotation: Annotation;
  item: Item;
  /** Only to be looked at (another's judgement): no keys, no editing. */
  readonly: boolean;
  /** Another judgement of the item, where the two are to be compared: what differs is marked. */
  other?: Cells;
  /** Close the judgement and go on; stays and shows why where something stands in the way. */
  complete: () => Promise<boolean>;
}

export const EDITORS: Record<string, ComponentType<EditorProps>> = {
  sentences: SentencesEditor,
  confidence: ConfidenceEditor,
  word_labels: WordLabelsEditor,
  groups: GroupsEditor,
  trees: TreesEditor,
  terms: TermsEditor,
  matches: MatchesEditor,
  questions: QuestionsEditor,
};
