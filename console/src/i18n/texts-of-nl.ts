import firstLoad from "./first-load/nl.json" with { type: "json" };
import type { Texts } from "./index.ts";

const areas = import.meta.glob<object>(["./*/nl.json", "!./first-load/*"], { import: "default" });
export const texts: Texts = { firstLoad, areas };
