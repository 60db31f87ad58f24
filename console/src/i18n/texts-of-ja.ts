import firstLoad from "./first-load/ja.json" with { type: "json" };
import type { Texts } from "./index.ts";

const areas = import.meta.glob<object>(["./*/ja.json", "!./first-load/*"], { import: "default" });
export const texts: Texts = { firstLoad, areas };
