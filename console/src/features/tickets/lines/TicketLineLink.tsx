import { limits } from "@parley/contract/limits";
import type { TicketLine } from "@parley/contract/tickets";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { workspacePath } from "../../../paths.ts";
import { PlatformBadge } from "../../channels/PlatformBadge.tsx";
import { ticketTitle } from "../list/ticket-title.ts";

type Props = {
  ticket: TicketLine;
  /** True for the ticket that is open beside the line. */
  here?: boolean;
  onOpen?: (() => void) | undefined;
  className: string;
  /** Stands behind what the ticket is about. */
  end?: ReactNode;
  /** Stands below what the ticket is about. */
  children: ReactNode;
};

/** A line of a ticket with its platform and what it is about. It opens the ticket in the workspace. */
export function TicketLineLink({ ticket, here, onOpen, className, end, children }: Props) {
  const { t } = useTranslation();
  const { ticketid, platform, closed_on } = ticket;
  const about = ticketTitle(t, ticket);
  return (
    <Link
      to={workspacePath({
        ticket: ticketid.slice(0, limits.shortIdLength),
        view: closed_on ? "closed" : "pending",
      })}
      aria-current={here ? "true" : undefined}
      onClick={onOpen}
      className={`flex items-start text-s ${here ? "bg-raised-2" : "hover:bg-raised"} ${className}`}
    >
      <span className="relative mt-0.5 size-4 shrink-0">
        <PlatformBadge platform={platform} />
      </span>
      <span className="min-w-0 flex-1">
        <span dir="auto" title={about} className="block truncate text-left font-semibold">
          {about}
        </span>
        {children}
      </span>
      {end && <span className="self-center">{end}</span>}
    </Link>
  );
}
