// Sharing the items of a layer out: who, by which design, how many each, what comes back.

import { useState } from "preact/hooks";
import { ApiError, api } from "../api";
import { say } from "../store/status";

const DESIGNS: [string, string][] = [
  ["ranges", "overlapping ranges"],
  ["circular", "blocks in turn"],
  ["full", "all items to all"],
  ["sample", "a sample to all, each other item to one"],
  ["active", "least certain first"],
];

interface Figure {
  name: string;
  words: string;
  value: number;
  most: number;
  /** Shares are asked for in per cent. */
  percent?: boolean;
  /** Designs that ask for it; all if there are none. */
  designs?: string[];
}

const FIGURES: Figure[] = [
  { name: "per_item", words: "Annotators per item", value: 2, most: 200, designs: ["ranges", "circular", "active"] },
  { name: "shared", words: "Items for all", value: 50, most: 10_000_000, designs: ["sample"] },
  { name: "random", words: "Drawn at random, %", value: 10, most: 100, percent: true, designs: ["active"] },
  { name: "repeat", words: "Repeated later, %", value: 0, most: 100, percent: true },
  { name: "known", words: "Known answers, %", value: 10, most: 100, percent: true },
];

export function AssignForm({ layer, name, after }: { layer: number; name: string; after: () => void }) {
  const [to, setTo] = useState("");
  const [design, setDesign] = useState("ranges");
  const [given, setGiven] = useState<Record<string, number>>({});
  const people = [...new Set(to.split(",").map((each) => each.trim()).filter(Boolean))];
  const asked = FIGURES.filter(({ designs }) => !designs || designs.includes(design));
  const valueOf = (figure: Figure): number => given[figure.name] ?? figure.value;
  const assign = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const figures = asked.map((each) => [each.name, each.percent ? valueOf(each) / 100 : valueOf(each)]);
    try {
      const { items } = await api.assign(layer, { to: people, design, ...Object.fromEntries(figures) });
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
        <label>To <input value={to} placeholder="names, separated by commas" required onInput={(event) => setTo(event.currentTarget.value)} /></label>
        <label>Design <select value={design} onChange={(event) => setDesign(event.currentTarget.value)}>
          {DESIGNS.map(([value, words]) => <option key={value} value={value}>{words}</option>)}
        </select></label>
        {asked.map((figure) => (
          <label key={figure.name}>{figure.words}{" "}
            <input
              type="number" class="figure" required min={figure.percent || figure.name === "shared" ? 0 : 1} max={figure.most} value={valueOf(figure)}
              onInput={(event) => {
                const value = event.currentTarget.valueAsNumber;
                if (!Number.isNaN(value)) setGiven({ ...given, [figure.name]: value });
              }}
            />
          </label>
        ))}
        <button type="submit" disabled={people.length === 0}>Assign</button>
      </form>
    </details>
  );
}
