import { Popover } from "@base-ui/react/popover";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CloudOff, Inbox, X } from "lucide-react";
import { type RefObject, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { usePageActive } from "../../../ui/page-active.ts";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { PaneState } from "../../../ui/States.tsx";
import { toast } from "../../../ui/toast.ts";
import { inboxQuery } from "./cache.ts";
import { clear, resetCount } from "./calls.ts";
import { InboxLines } from "./InboxLines.tsx";

type Props = { anchor: RefObject<HTMLElement | null>; onClose: () => void };

/** The agent's notifications. Opening the box resets the count; clearing empties it. */
export function InboxBox({ anchor, onClose }: Props) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { data: inbox } = useQuery(inboxQuery);
  const clearing = useMutation({
    mutationFn: () => clear(cache),
    onError: () => toast(t("inbox.clearFailed"), "danger"),
  });
  useReset(inbox?.count ?? 0);
  return (
    <Popover.Root
      open
      onOpenChange={(open, { event }) => {
        // The button closes the box itself; closing here as well would open it again.
        const own = event.target instanceof Node && anchor.current?.contains(event.target);
        if (!open && !own) onClose();
      }}
    >
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} align="end" sideOffset={8} className="z-40 max-phone:inset-x-2!">
          <Popover.Popup
            finalFocus={() => anchor.current?.querySelector("button") ?? true}
            className="flex max-h-[min(560px,calc(100dvh-80px))] w-[min(380px,calc(100vw-16px))] animate-arrive flex-col rounded-card border border-line-strong bg-pane shadow-float outline-none"
          >
            <div className="flex items-center gap-1 border-b border-line py-1.5 pr-1.5 pl-4">
              <Popover.Title className="flex-1 truncate font-semibold">{t("inbox.title")}</Popover.Title>
              <Button
                size="small"
                look="quiet"
                disabled={!inbox?.lines.length || clearing.isPending}
                onClick={() => clearing.mutate()}
              >
                {t("inbox.clear")}
              </Button>
              <IconButton label={t("inbox.close")} onClick={onClose}>
                <X size={18} />
              </IconButton>
            </div>
            <Content onClose={onClose} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Content({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { data: inbox, isError, refetch } = useQuery(inboxQuery);
  const [unseen] = useState(() => new Set(inbox?.lines.filter(({ seen }) => !seen).map(({ id }) => id)));
  if (!inbox && isError) {
    return (
      <PaneState alert icon={<CloudOff />} title={t("inbox.failed")}>
        <Button onClick={() => refetch()}>{t("common.retry")}</Button>
      </PaneState>
    );
  }
  if (!inbox) return <Loading />;
  if (inbox.lines.length === 0) {
    return <PaneState icon={<Inbox />} title={t("inbox.empty")} hint={t("inbox.emptyHint")} />;
  }
  return <InboxLines inbox={inbox} unseen={unseen} onClose={onClose} />;
}

/**
 * Resets the count while the box is open and the page has the focus; without the focus, lines stay unseen and are pushed.
 * A failed call leaves the count as it is.
 */
function useReset(count: number) {
  const cache = useQueryClient();
  const active = usePageActive();
  const { mutate } = useMutation({ mutationFn: () => resetCount(cache) });
  useEffect(() => {
    if (count > 0 && active) mutate();
  }, [count, active, mutate]);
}

function Loading() {
  return (
    <div className="grid gap-4 p-4">
      {[1, 2, 3].map((row) => (
        <div key={row} className="flex items-center gap-3">
          <Skeleton className="size-9 rounded-full" />
          <div className="grid gap-1.5">
            <Skeleton className="h-3 w-52" />
            <Skeleton className="h-2.5 w-24" />
          </div>
        </div>
      ))}
    </div>
  );
}
