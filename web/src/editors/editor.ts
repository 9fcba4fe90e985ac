// What the page knows of the editor of a kind of layer, and what an editor is given.

import type { ComponentType } from "preact";
import type { Annotation } from "../store/annotation";
import type { Difference } from "./differences";
import type { Cells, Item, Payload, Scheme, Side, Wanted } from "../types";

export interface Editor {
  /** What a layer asks, in a few words. */
  asks: string;
  /** An item is a whole text: its doubts stand in its rows, and two judgements do not fit side by side. */
  sheet?: boolean;
  /** What keeps a judgement from being finished, as the page can tell by itself: where it says nothing the page goes on at once. */
  stops?: (item: Payload, cells: Cells) => string | null;
  /** The cells that one label gives an item, where items are short enough to be judged in their list; null: it wants more, in the item itself. */
  answer?: (name: string, cells: Cells, payload: Payload) => Wanted | null;
  /** What a judgement says, in a list; by default its label. */
  says?: (cells: Cells) => string;
  /** What is asked about in an item of a list: its sides with the words marked, and the terms. */
  about?: (payload: Payload, cells: Cells) => { source: Marked; target: Marked; terms: string };
  /** Where judgements differ, where that is not told cell by cell. */
  differences?: (payload: Payload, bodies: readonly Cells[]) => Difference[];
  /** What all say, likewise. */
  agreed?: (bodies: readonly Cells[]) => Wanted;
  /** Links between words with their labels, by `source-target`, where a judgement is made of them. */
  links?: (cells: Cells) => ReadonlyMap<string, string>;
  /** What is asked about, for those who adjudicate; by default the two texts with their words, or `about`. */
  Shown?: ComponentType<{ payload: Payload; cells: Cells }>;
  View: ComponentType<EditorProps>;
}

/** A side, and which of its tokens are marked. */
export interface Marked {
  side: Side;
  marked: ReadonlySet<number>;
}

export interface EditorProps {
  payload: Payload;
  scheme: Scheme;
  annotation: Annotation;
  item: Item;
  /** Close the judgement and go on; stays and shows why where something stands in the way. */
  complete: () => Promise<boolean>;
}
