// One editor a kind of layer, in a folder of its name.

import type { Editor } from "./editor";
import { EDITOR as confidence } from "./confidence";
import { EDITOR as groups } from "./groups";
import { EDITOR as matches } from "./matches";
import { EDITOR as questions } from "./questions";
import { EDITOR as sentences } from "./sentences";
import { EDITOR as terms } from "./terms";
import { EDITOR as trees } from "./trees";
import { EDITOR as word_labels } from "./word_labels";

/** What a layer is called that has the name of its kind only. */
const NAMES: Record<string, string> = { sentences: "Sentences", confidence: "Translation quality", word_labels: "Word links", groups: "Word groups", trees: "Divisions", terms: "Terms", matches: "Terms found", questions: "Terms in translations" };

export const layerName = ({ name, kind }: { name: string; kind: string }): string => (name === kind ? (NAMES[kind] ?? name) : name);

export const EDITORS: Record<string, Editor | undefined> = {
  sentences,
  confidence,
  word_labels,
  groups,
  trees,
  terms,
  matches,
  questions,
};
