import firstLoad from "./first-load/ru.json" with { type: "json" };
import type { Texts } from "./index.ts";

const areas = import.meta.glob<object>(["./*/ru.json", "!./first-load/*"], { import: "default" });
export const texts: Texts = { firstLoad, areas };
