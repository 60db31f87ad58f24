import { limits } from "@parley/contract/limits";
import type { Ticket } from "@parley/contract/tickets";
import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { openTicketsQuery } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { showDateTime } from "../../../ui/time.ts";
import { usePlatformName } from "../../channels/name.ts";
import { PlatformBadge } from "../../channels/PlatformBadge.tsx";
import { useMerge } from "./merging.ts";

type Props = { ticket: Ticket; onClose: () => void };

/** Asks into which other open ticket of the client this one is merged, and says what happens. */
export function MergeDialog({ ticket, onClose }: Props) {
  const { t } = useTranslation();
  const { data: open = [] } = useQuery({ ...openTicketsQuery, enabled: false });
  const others = open.filter(
    ({ clientid, ticketid, can }) =>
      clientid === ticket.clientid && ticketid !== ticket.ticketid && can.close,
  );
  const [chosen, setChosen] = useState<string | null>(null);
  const into = chosen ?? (others.length === 1 ? (others[0]?.ticketid ?? null) : null);
  const merge = useMerge(ticket, onClose);
  const id = ticket.ticketid.slice(0, limits.shortIdLength);
  return (
    <Dialog open onClose={onClose} title={t("merging.title", { id })} description={t("merging.hint")}>
      {others.length === 0 ? (
        <p className="mt-4 text-text-2">{t("merging.none", { name: ticket.client_name })}</p>
      ) : (
        <ul aria-label={t("merging.choose")} className="mt-4 flex max-h-72 flex-col overflow-y-auto">
          {others.map((other) => (
            <li key={other.ticketid}>
              <button
                type="button"
                aria-pressed={other.ticketid === into}
                onClick={() => setChosen(other.ticketid)}
                className="flex min-h-11 w-full items-center gap-3 rounded-m px-3 py-2 text-left hover:bg-raised focus-visible:relative focus-visible:z-10"
              >
                <span className="relative size-4 shrink-0">
                  <PlatformBadge platform={other.platform} />
                </span>
                <Words ticket={other} />
                {other.ticketid === into && (
                  <Check size={15} aria-hidden="true" className="ml-auto shrink-0 text-accent-text" />
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={onClose}>{t("common.cancel")}</Button>
        <Button look="primary" disabled={!into || merge.isPending} onClick={() => into && merge.mutate(into)}>
          {t("merging.confirm")}
        </Button>
      </div>
    </Dialog>
  );
}

/** Subject or last words, then account, id and time tell the tickets of one client apart. */
function Words({ ticket }: { ticket: Ticket }) {
  const platformName = usePlatformName();
  const { subject, last_client_message: said, last_message: last, platform, channel, created_on } = ticket;
  const words = subject || said?.content || last?.content || platformName(platform);
  return (
    <span className="min-w-0">
      <span dir="auto" className="line-clamp-2 break-words">
        {words}
      </span>
      <span className="block text-xs break-words text-text-3">
        {channel.name} · <span className="font-mono">{ticket.ticketid.slice(0, limits.shortIdLength)}</span> ·{" "}
        <span className="tabular-nums">{showDateTime(created_on)}</span>
      </span>
    </span>
  );
}
