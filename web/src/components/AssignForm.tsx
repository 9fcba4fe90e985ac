// Sharing the items of a layer out: who, by which design, how many each.

import { useState } from "preact/hooks";
import { ApiError, api } from "../api";
import { say } from "../store/status";

const DESIGNS: [string, string][] = [
  ["ranges", "ranges, two people each"],
  ["circular", "blocks in turn"],
  ["full", "all items to all"],
  ["sample", "a sample to all, the rest to one"],
  ["active", "least certain first"],
];
/** Designs that ask how many people judge an item. */
const COUNTED = ["circular", "active"];

export function AssignForm({ layer, name, after }: { layer: number; name: string; after: () => void }) {
  const [to, setTo] = useState("");
  const [design, setDesign] = useState("ranges");
  const [perItem, setPerItem] = useState(2);
  const people = [...new Set(to.split(",").map((each) => each.trim()).filter(Boolean))];
  const assign = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    try {
      const { items } = await api.assign(layer, { to: people, design, per_item: perItem });
      say(`Assigned: ${Object.entries(items).map(([who, n]) => `${who} ${n}`).join(", ")}.`, true);
      after();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      say(error.message, true);
    }
  };
  return (
    <details class="assign">
      <summary>Assign {name}</summary>
      <form class="filters" onSubmit={(event) => void assign(event)}>
        <label>To <input value={to} placeholder="names, divided by commas" required onInput={(event) => setTo(event.currentTarget.value)} /></label>
        <label>Design <select value={design} onChange={(event) => setDesign(event.currentTarget.value)}>
          {DESIGNS.map(([value, words]) => <option key={value} value={value}>{words}</option>)}
        </select></label>
        {COUNTED.includes(design) && <label>People an item <input type="number" min={1} max={200} value={perItem} onInput={(event) => setPerItem(event.currentTarget.valueAsNumber || 1)} /></label>}
        <button type="submit" disabled={people.length === 0}>Assign</button>
      </form>
    </details>
  );
}
