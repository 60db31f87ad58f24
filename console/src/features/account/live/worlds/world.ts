/** The parts of the server that the property in every-event.test.ts needs, and all their ids and texts. */
import type { ServerEventName, ServerEvents } from "@parley/contract/events";
import { limits } from "@parley/contract/limits";
import type { Actor } from "@parley/contract/permissions";

export type Heard = {
  [Name in ServerEventName]: { name: Name; payload: ServerEvents[Name] };
}[ServerEventName];
/** The server's answers, and the events it publishes with each step; a number picks the step's subject. */
export type Server = {
  answers(): [readonly unknown[], unknown][];
  step(does: string, which: number, text: string): Heard[];
};
export type World = { proves: ServerEventName[]; steps: string[]; viewer?: Actor; start(): Server };

export const id = (kind: string, number: number) =>
  `${kind.repeat(8)}-0000-4000-8000-${String(number).padStart(12, "0")}`;
/** Cuts by code point, as a card does. */
export const cut = (text: string) => [...text].slice(0, limits.messagePreview).join("");
