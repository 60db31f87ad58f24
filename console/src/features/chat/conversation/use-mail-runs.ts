import type { Message } from "@parley/contract/messages";
import { useEffect, useMemo, useRef, useState } from "react";
import { isOpened, isSettled } from "../mail/mail-views.ts";
import { type ListItem, messageIdsOf } from "../message-kinds/list-items.ts";
import { collapseRuns } from "./mail-runs.ts";

type Runs = {
  items: ListItem[];
  /** Opens every run, and focuses the last mail of this one, which takes its place in the view. */
  open: (run: Message[]) => void;
};

/**
 * The list's items with its runs of read mails collapsed. Once opened they stay so while the chat is open; a search or a
 * jump opens what it leads to.
 */
export function useMailRuns(items: ListItem[], foldBefore: number, highlighted: string | null): Runs {
  const [opened, setOpened] = useState(false);
  const focus = useRef<string | null>(null);
  const collapsed = useMemo(
    () =>
      collapseRuns(
        items,
        (message) => message.seq < foldBefore && isSettled(message) && !isOpened(message.messageid),
      ),
    [items, foldBefore],
  );
  const hidden =
    highlighted !== null &&
    collapsed.some((item) => item.kind === "run" && messageIdsOf(item).includes(highlighted));
  useEffect(() => {
    if (hidden) setOpened(true);
  }, [hidden]);
  useEffect(() => {
    if (!opened || focus.current === null) return;
    document
      .querySelector<HTMLElement>(`[data-message="${focus.current}"] button`)
      ?.focus({ preventScroll: true });
    focus.current = null;
  }, [opened]);
  return {
    items: opened || hidden ? items : collapsed,
    open(run) {
      focus.current = run.at(-1)?.messageid ?? null;
      setOpened(true);
    },
  };
}
