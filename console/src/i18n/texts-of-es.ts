import firstLoad from "./first-load/es.json" with { type: "json" };
import type { Texts } from "./index.ts";

const areas = import.meta.glob<object>(["./*/es.json", "!./first-load/*"], { import: "default" });
export const texts: Texts = { firstLoad, areas };
