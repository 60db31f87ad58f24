/** What the property in every-event.test.ts needs of a part of the server, and the ids and texts of all of them. */
import type { ServerEventName, ServerEvents } from "@parley/contract/events";
import { limits } from "@parley/contract/limits";
import type { Actor } from "@parley/contract/permissions";

export type Heard = {
  [Name in ServerEventName]: { name: Name; payload: ServerEvents[Name] };
}[ServerEventName];
/** What the server answers, and what it publishes with each step; a number picks what the step is about. */
export type Server = {
  answers(): [readonly unknown[], unknown][];
  step(does: string, which: number, text: string): Heard[];
};
export type World = { proves: ServerEventName[]; steps: string[]; viewer?: Actor; start(): Server };

export const id = (kind: string, number: number) =>
  `${kind.repeat(8)}-0000-4000-8000-${String(number).padStart(12, "0")}`;
/** By code point, as a card cuts it. */
export const cut = (text: string) => [...text].slice(0, limits.messagePreview).join("");
