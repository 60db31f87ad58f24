import type { Mention, Mentions } from "@parley/contract/notes";
import { useQuery } from "@tanstack/react-query";
import { useId, useMemo, useState } from "react";
import { colleaguesQuery } from "../../../api/queries.ts";
import { useProfile } from "../../session/viewer.ts";
import { optionId } from "../composer/OfferedList.tsx";
import {
  type Candidate,
  candidateOf,
  candidatesOf,
  findCandidates,
  mentionsIn,
  phraseAt,
} from "./mentions.ts";

type Insert = (insertion: string, over?: { from: number; to: number }) => void;
type Typed = { text: string; cursor: number };
const none: Mention[] = [];

/**
 * The offer of an `@` in a note, and its keys. `pressed` returns true if it handled the key. `of` tells whom a text
 * mentions; `given` are those of a note that is edited.
 */
export function useMentions(text: string, insert: Insert, given = none) {
  const id = useId();
  const { userid } = useProfile();
  const { data: colleagues } = useQuery({ ...colleaguesQuery, enabled: text.includes("@") });
  const candidates = useMemo(() => candidatesOf(colleagues ?? [], userid), [colleagues, userid]);
  const [chosen, setChosen] = useState(() => given.map(candidateOf));
  const [typed, setTyped] = useState<Typed | null>(null);
  const [dismissed, setDismissed] = useState<number | null>(null);
  const [moved, setMoved] = useState<{ text: string; index: number } | null>(null);
  const asked = typed?.text === text ? phraseAt(text, typed.cursor) : null;
  const found = asked && asked.from !== dismissed ? findCandidates(candidates, asked.phrase) : [];
  const active = moved?.text === text ? Math.min(moved.index, found.length - 1) : 0;

  function choose(candidate: Candidate) {
    if (!asked || !typed) return;
    setChosen((before) => [...before, candidate]);
    insert(`@${candidate.name} `, { from: asked.from, to: typed.cursor });
  }

  function pressed({ key, shiftKey }: Pick<KeyboardEvent, "key" | "shiftKey">): boolean {
    if (found.length === 0) return false;
    const step = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
    if (step !== 0) setMoved({ text, index: (active + step + found.length) % found.length });
    else if (key === "Escape") setDismissed(asked?.from ?? null);
    else if ((key === "Enter" || key === "Tab") && !shiftKey) {
      const candidate = found[active];
      if (candidate) choose(candidate);
    } else return false;
    return true;
  }

  return {
    list: { id, found, active, onChoose: choose },
    pressed,
    typed({ value, selectionStart }: HTMLTextAreaElement) {
      setTyped({ text: value, cursor: selectionStart });
      if (phraseAt(value, selectionStart) === null) setDismissed(null);
    },
    of: (content: string): Mentions => {
      const others = given.map(candidateOf).filter((one) => !candidates.some((known) => known.id === one.id));
      return mentionsIn(content, [...candidates, ...others], chosen);
    },
    describes:
      found.length > 0
        ? {
            "aria-controls": id,
            "aria-haspopup": "listbox" as const,
            "aria-autocomplete": "list" as const,
            "aria-activedescendant": optionId(id, active),
          }
        : {},
  };
}
