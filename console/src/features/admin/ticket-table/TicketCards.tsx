import { limits } from "@parley/contract/limits";
import type { SharedTicket } from "@parley/contract/tickets";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { workspacePath } from "../../../paths.ts";
import { FactCard, FactCards } from "../../../ui/FactCards.tsx";
import { shortenName } from "../../../ui/shorten.ts";
import { usePlatformName } from "../../channels/name.ts";
import { PlatformMark } from "../../channels/PlatformMark.tsx";
import { useFieldText } from "../../tickets/fields/field-text.ts";
import { TagChips } from "../../tickets/tags/TagChips.tsx";
import { StageChip } from "../page/StageChip.tsx";
import type { Column } from "../page/table-columns.ts";
import { acceptedOn, closedOn, dueOn, handledBy, reopenedOn } from "./cell-texts.ts";

type Props = { tickets: SharedTicket[]; zone: string | undefined; shown: Column[] };

/** Shows on a phone what the table shows elsewhere. */
export function TicketCards({ tickets, zone, shown }: Props) {
  const { t } = useTranslation();
  return (
    <FactCards label={t("ticketTable.table")}>
      {tickets.map((ticket) => (
        <Card key={ticket.ticketid} ticket={ticket} zone={zone} shown={shown} />
      ))}
    </FactCards>
  );
}

type CardProps = { ticket: SharedTicket; zone: string | undefined; shown: Column[] };

function Card({ ticket, zone, shown }: CardProps) {
  const { t } = useTranslation();
  const platformName = usePlatformName();
  const { ticketid, stage, department_name, client_name, account_number, platform, closed_on } = ticket;
  const id = ticketid.slice(0, limits.shortIdLength);
  const fieldText = useFieldText("ticket");
  const own: Record<string, ReactNode> = {
    client: <bdi>{shortenName(client_name)}</bdi>,
    accountNumber: account_number ?? "",
    department: department_name,
    handledBy: handledBy(t, ticket),
    reopenedOn: reopenedOn(ticket, zone),
    acceptedOn: acceptedOn(t, ticket, zone),
    closedOn: closedOn(t, ticket, zone),
    due: dueOn(ticket, zone),
    priority: t(`tickets.priorities.${ticket.priority ?? "normal"}`),
    tags: <TagChips ids={ticket.tags} letters={24} />,
  };
  return (
    <FactCard
      head={
        <>
          <span title={platformName(platform)} className="shrink-0">
            <PlatformMark
              platform={platform}
              className="size-[18px] rounded-full"
              iconClassName="size-[10px]"
            />
            <span className="sr-only">{platformName(platform)}</span>
          </span>
          <Link
            to={workspacePath({ ticket: id, view: closed_on ? "closed" : "pending" })}
            className="font-mono text-s font-semibold text-accent-text after:absolute after:inset-0"
          >
            {id}
          </Link>
          <span className="ml-auto flex flex-wrap justify-end gap-1.5">
            {ticket.spam && <span className="text-xs text-text-2">{t("tickets.spam")}</span>}
            <StageChip stage={stage} />
          </span>
        </>
      }
      facts={shown
        .filter(({ id }) => id !== "stage")
        .map((column) => [column.title, own[column.id] ?? fieldText(column.id, ticket.fields)])}
    />
  );
}
