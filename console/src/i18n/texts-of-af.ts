import firstLoad from "./first-load/af.json" with { type: "json" };
import type { Texts } from "./index.ts";

const areas = import.meta.glob<object>(["./*/af.json", "!./first-load/*"], { import: "default" });
export const texts: Texts = { firstLoad, areas };
