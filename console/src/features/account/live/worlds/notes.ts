import type { EventLine, Note } from "@parley/contract/notes";
import { keys } from "../../../../api/queries.ts";
import { at, eventLine, note } from "../../../../sample/build.ts";
import { id, type World } from "./world.ts";

/** The entries between the messages of a ticket are known after a time alone, as in a long ticket. */
export const notes: Record<string, World> = {
  "notes and event lines": {
    proves: ["newNote", "updateNote", "newEventLine"],
    steps: ["writes", "edits", "deletes", "accepts"],
    start() {
      const written: Note[] = [note({ noteid: id("e", 0), created_on: at(1) })];
      const lines: EventLine[] = [];
      let minute = 1;
      const { ticketid } = note();
      return {
        answers: () => [[keys.notes(ticketid), { notes: [...written], lines: [...lines], cursor: at(0) }]],
        step(does, which, text) {
          minute += 1;
          if (does === "accepts") {
            // Two things of one moment keep the order of their numbers.
            const line = eventLine({ number: lines.length + 1, created_on: at(minute - (which % 2)) });
            lines.push(line);
            lines.sort((a, b) =>
              a.created_on === b.created_on ? a.number - b.number : a.created_on < b.created_on ? -1 : 1,
            );
            return [{ name: "newEventLine", payload: line }];
          }
          if (does === "writes") {
            const fresh = note({ noteid: id("e", written.length), content: text, created_on: at(minute) });
            written.push(fresh);
            return [{ name: "newNote", payload: fresh }];
          }
          const index = which % written.length;
          const known = written[index] ?? note();
          if (known.deleted_on) return [];
          const changed =
            does === "edits"
              ? { ...known, content: `?${text}`, edited_on: at(minute) }
              : { ...known, content: "", edited_on: null, deleted_on: at(minute) };
          written[index] = changed;
          return [{ name: "updateNote", payload: changed }];
        },
      };
    },
  },
};
