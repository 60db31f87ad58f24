import type { Mention, Mentions } from "@parley/contract/notes";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { colleaguesQuery, departmentsQuery } from "../../../api/queries.ts";
import { useProfile } from "../../session/viewer.ts";
import { useOffered } from "../composer/use-offered.ts";
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
  const { userid } = useProfile();
  const enabled = text.includes("@");
  const { data: colleagues } = useQuery({ ...colleaguesQuery, enabled });
  const { data: departments } = useQuery({ ...departmentsQuery, enabled });
  const candidates = useMemo(
    () => candidatesOf(colleagues ?? [], departments ?? [], userid),
    [colleagues, departments, userid],
  );
  const [chosen, setChosen] = useState(() => given.map(candidateOf));
  const [typed, setTyped] = useState<Typed | null>(null);
  const [dismissed, setDismissed] = useState<number | null>(null);
  const asked = typed?.text === text ? phraseAt(text, typed.cursor) : null;
  const found = asked && asked.from !== dismissed ? findCandidates(candidates, asked.phrase) : [];
  const { id, active, pressed, describes } = useOffered({
    text,
    found,
    onChoose: choose,
    onDismiss: () => setDismissed(asked?.from ?? null),
  });

  function choose(candidate: Candidate) {
    if (!asked || !typed) return;
    setChosen((before) => [...before, candidate]);
    insert(`@${candidate.name} `, { from: asked.from, to: typed.cursor });
  }

  return {
    list: { id, found, active, onChoose: choose },
    pressed,
    typed({ value, selectionStart }: HTMLTextAreaElement | HTMLInputElement) {
      const cursor = selectionStart ?? value.length;
      setTyped({ text: value, cursor });
      if (phraseAt(value, cursor) === null) setDismissed(null);
    },
    of: (content: string): Mentions => {
      const others = given.map(candidateOf).filter((one) => !candidates.some((known) => known.id === one.id));
      return mentionsIn(content, [...candidates, ...others], chosen);
    },
    describes,
  };
}
