import type { Unfilled } from "@parley/contract/bubble-variables";
import { type RefObject, useRef, useState } from "react";
import { addBubbleFiles } from "../../tickets/sending/extras.ts";
import type { WithFields } from "../bubbles/field-facts.ts";
import type { Choice } from "../bubbles/shared-query.ts";
import { useBubble } from "../bubbles/use-bubble.ts";
import { slashWordIn } from "./slash.ts";
import { useSlash } from "./use-slash.ts";

type Range = { from: number; to: number };
type Options = {
  text: string;
  area: RefObject<HTMLTextAreaElement | null>;
  insert: (insertion: string, over?: Range) => void;
  ticket: { ticketid: string; client_name: string } & WithFields;
  /** The place where the files of a bubble wait to be sent. */
  place: string;
  macros: boolean;
};

/** Bubbles in a text area: those that a slash offers, and what a chosen one brings. */
export function useTextBubbles({ text, area, insert, ticket, place, macros }: Options) {
  const { ticketid } = ticket;
  const [at, setAt] = useState({ text: "", cursor: 0, word: "" });
  const word = at.text === text ? at.word : "";
  const over = useRef<Range | undefined>(undefined);
  const insertBubble = useBubble({
    ticket,
    onText: (filled) => insert(filled, over.current),
    onFiles: (files) => addBubbleFiles(place, files),
  });
  const slash = useSlash(word, { ticketid, macros, onChoose: choose });

  /** Replaces the slash and its phrase. */
  function choose(bubble: Choice) {
    over.current = word ? { from: at.cursor - word.length, to: at.cursor } : undefined;
    insertBubble(bubble);
  }

  return {
    slash,
    choose,
    typed({ value, selectionStart: cursor }: HTMLTextAreaElement) {
      const typedWord = slashWordIn(value.slice(0, cursor));
      setAt({ text: value, cursor, word: typedWord });
      slash.typed(typedWord);
    },
    select({ from, variable }: Unfilled) {
      area.current?.focus();
      area.current?.setSelectionRange(from, from + variable.length);
    },
  };
}
