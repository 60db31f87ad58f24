import type { Notification } from "@parley/contract/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { showDay } from "../../../ui/time.ts";
import { toast } from "../../../ui/toast.ts";
import { loadOlder } from "./calls.ts";
import { InboxLine } from "./InboxLine.tsx";
import type { InboxState } from "./inbox-state.ts";

type Props = {
  inbox: InboxState;
  /** The lines that were unseen when the box was opened. */
  unseen: Set<string>;
  onClose: () => void;
};

export function InboxLines({ inbox, unseen, onClose }: Props) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const older = useMutation({
    mutationFn: () => loadOlder(cache),
    onError: () => toast(t("inbox.failed"), "danger"),
  });
  const days = Map.groupBy(inbox.lines, ({ created_on }: Notification) => showDay(created_on));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be reachable by keyboard
    <section tabIndex={0} aria-label={t("inbox.title")} className="min-h-0 overflow-auto p-2">
      {[...days].map(([day, lines]) => (
        <section key={day} aria-label={day}>
          <h3 className="px-2 pt-2 pb-1 text-xs font-semibold text-text-3 tabular-nums">{day}</h3>
          <ul>
            {lines.map((line) => (
              <InboxLine
                key={line.id}
                line={line}
                fresh={!line.seen || unseen.has(line.id)}
                onOpen={onClose}
              />
            ))}
          </ul>
        </section>
      ))}
      {inbox.more && (
        <p className="grid justify-center p-2">
          <Button size="small" disabled={older.isPending} onClick={() => older.mutate()}>
            {t("inbox.older")}
          </Button>
        </p>
      )}
    </section>
  );
}
