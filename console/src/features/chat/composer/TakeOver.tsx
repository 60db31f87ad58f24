import type { Ticket } from "@parley/contract/tickets";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { showDateTime } from "../../../ui/time.ts";
import { useMinute } from "../../../ui/use-minute.ts";
import { takeOverQuery, useTakeOver } from "../../tickets/list/take-over.ts";

/** Takes a ticket over from a handler who is offline, or says when that is possible. Nothing where the company does not allow it. */
export function TakeOver({ ticket, handlerid }: { ticket: Ticket; handlerid: string }) {
  const { t } = useTranslation();
  const { data } = useQuery(takeOverQuery(ticket.ticketid, handlerid));
  const take = useTakeOver(ticket, handlerid);
  useMinute();
  if (!data || data.minutes === null) return null;
  const { minutes, offline_since: since } = data;
  const name = ticket.user_name ?? "";
  if (!since) return <Why>{t("composer.takeOverOnline", { name, minutes })}</Why>;
  const from = Date.parse(since) + minutes * 60_000;
  if (from > Date.now())
    return (
      <Why>{t("composer.takeOverFrom", { name, time: showDateTime(new Date(from).toISOString()) })}</Why>
    );
  return (
    <>
      <Why>{t("composer.offlineSince", { name, time: showDateTime(since) })}</Why>
      <Button look="primary" disabled={take.isPending} onClick={() => take.mutate()}>
        {t("composer.takeOver")}
      </Button>
    </>
  );
}

const Why = ({ children }: { children: string }) => <p className="text-xs text-text-3">{children}</p>;
