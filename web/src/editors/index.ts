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
