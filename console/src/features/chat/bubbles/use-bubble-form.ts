import type { Bubble, SaveBubble } from "@parley/contract/bubbles";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { apply, bubblesQuery } from "./cache.ts";

type Form = { bubbleid: string | null; loaded: SaveBubble; written: SaveBubble };
/** The form as it was when it was sent, and the words that are saved. */
type Saving = Pick<Form, "bubbleid" | "written"> & { words: SaveBubble };

const empty: SaveBubble = { name: "", content: "" };
const same = (a: SaveBubble, b: SaveBubble) => a.name === b.name && a.content === b.content;

/**
 * The state of the form. A chosen bubble is loaded; one that changes elsewhere meanwhile is reloaded unless it was
 * edited here; one that is deleted elsewhere leaves its text behind, to be saved as a new one.
 */
export function useBubbleForm(chosen: string | null, onLeave: () => void) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { data: bubbles } = useQuery(bubblesQuery);
  const bubble = bubbles?.find(({ bubbleid }) => bubbleid === chosen) ?? null;
  const [form, setForm] = useState<Form>({ bubbleid: null, loaded: empty, written: empty });
  const [fault, setFault] = useState<"empty" | "gone" | null>(null);

  const load = (next: Bubble | null) => {
    const loaded = next ? { name: next.name, content: next.content } : empty;
    setForm({ bubbleid: next?.bubbleid ?? null, loaded, written: loaded });
    setFault(null);
  };
  if (bubble && bubble.bubbleid !== form.bubbleid) load(bubble);
  else if (bubble && !same(bubble, form.loaded) && same(form.written, form.loaded)) load(bubble);
  else if (!bubble && form.bubbleid && bubbles) {
    setForm({ ...form, bubbleid: null, loaded: empty });
    setFault("gone");
  }

  const now = useRef(form);
  now.current = form;
  const save = useMutation({
    mutationFn: ({ bubbleid, words }: Saving) =>
      bubbleid
        ? call("editBubble", { params: { id: bubbleid }, body: words })
        : call("createBubble", { body: words }),
    onSuccess: (saved, { bubbleid, written }) => {
      apply(cache, { name: bubbleid ? "updateBubble" : "newBubble", payload: saved });
      toast(t("bubbles.saved"));
      // A later choice or edit is kept.
      if (now.current.bubbleid === bubbleid && same(now.current.written, written)) reset();
    },
  });

  function reset() {
    load(null);
    onLeave();
    save.reset();
  }

  return {
    form,
    fault,
    saving: save.isPending,
    failure: save.error && failureText(save.error, t),
    reset,
    change(written: Partial<SaveBubble>) {
      setForm({ ...form, written: { ...form.written, ...written } });
      setFault(null);
    },
    /** Returns true if there is something to save. */
    submit(): boolean {
      const words = { name: form.written.name.trim(), content: form.written.content.trim() };
      const complete = words.name !== "" && words.content !== "";
      if (!complete) setFault("empty");
      else if (!save.isPending) save.mutate({ bubbleid: form.bubbleid, written: form.written, words });
      return complete;
    },
  };
}
