import firstLoad from "./first-load/tr.json" with { type: "json" };
import type { Texts } from "./index.ts";

const areas = import.meta.glob<object>(["./*/tr.json", "!./first-load/*"], { import: "default" });
export const texts: Texts = { firstLoad, areas };
