import { limits } from "@parley/contract/limits";
import type { Ticket } from "@parley/contract/tickets";
import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import type { Destination } from "../../tickets/messages/destination.ts";
import { PinRow } from "./PinRow.tsx";
import { usePins, useUnpin } from "./pins.ts";

type Props = { ticket: Ticket; onJump: (to: Destination) => void; onClose: () => void };

/** A ticket's pinned messages below the chat's header, half the window high where there are many. */
export function PinnedPanel({ ticket, onJump, onClose }: Props) {
  const { t } = useTranslation();
  const { data: pins, isError, refetch } = usePins(ticket.ticketid);
  const unpin = useUnpin(ticket);
  const panel = useRef<HTMLElement>(null);
  const { content, tall } = useTall();
  useEffect(() => panel.current?.focus(), []);

  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-labelledby="pinned-title"
      style={{ height: tall ? "50vh" : undefined }}
      className="flex max-h-[50vh] shrink-0 animate-arrive flex-col border-b border-line bg-pane outline-none"
    >
      <div className="flex items-center gap-2 px-5 pt-2.5 pb-1 max-phone:px-3">
        <h3 id="pinned-title" className="flex-1 text-s font-semibold">
          {t("pins.title")}
          {pins && pins.length > 0 && (
            <span className="ml-1.5 font-normal text-text-3 tabular-nums">{pins.length}</span>
          )}
        </h3>
        <IconButton label={t("pins.close")} onClick={onClose}>
          <X size={17} />
        </IconButton>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div ref={content} className="px-3 pb-3 max-phone:px-1">
          {!pins && !isError && <Loading />}
          {!pins && isError && (
            <div role="alert" className="flex items-center gap-3 px-2 py-2 text-s text-danger">
              {t("pins.failed")}
              <Button size="small" onClick={() => refetch()}>
                {t("common.retry")}
              </Button>
            </div>
          )}
          {pins?.length === 0 && <p className="px-2 py-3 text-s text-text-2">{t("pins.empty")}</p>}
          {pins && pins.length > 0 && (
            <ul>
              {pins.map((pin) => (
                <PinRow
                  key={pin.messageid}
                  pin={pin}
                  clientName={ticket.client_name}
                  onJump={() => onJump(pin)}
                  onUnpin={() => {
                    // The row disappears, and the panel would lose the focus.
                    panel.current?.focus();
                    unpin.mutate(pin);
                  }}
                />
              ))}
            </ul>
          )}
        </div>
      </div>
    </section>
  );
}

function Loading() {
  const { t } = useTranslation();
  return (
    <div role="status" className="grid gap-2 px-2 py-2 text-s text-text-2">
      {t("pins.loading")}
      <Skeleton className="h-11 rounded-m" />
      <Skeleton className="h-11 rounded-m" />
    </div>
  );
}

/** True if the panel's content is so high that it gets half the window. */
function useTall() {
  const content = useRef<HTMLDivElement>(null);
  const [tall, setTall] = useState(false);
  useEffect(() => {
    const element = content.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setTall(element.scrollHeight >= limits.pinnedPanelTallFrom));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { content, tall };
}
