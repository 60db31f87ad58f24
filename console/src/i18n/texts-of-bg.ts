import firstLoad from "./first-load/bg.json" with { type: "json" };
import type { Texts } from "./index.ts";

const areas = import.meta.glob<object>(["./*/bg.json", "!./first-load/*"], { import: "default" });
export const texts: Texts = { firstLoad, areas };
