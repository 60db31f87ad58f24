import type { Ticket } from "@parley/contract/tickets";
import { useQuery } from "@tanstack/react-query";
import { AtSign, BadgeCheck, Globe, Link as LinkIcon, MailCheck } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { visitQuery } from "../../../api/queries.ts";
import { showDateTime } from "../../../ui/time.ts";
import { countryName } from "./country-name.ts";

/**
 * Shows in a visitor's conversation the page it began on, their country and address, and the last mail with answers.
 */
export function Visit({ ticket }: { ticket: Ticket }) {
  const { t, i18n } = useTranslation();
  const { data } = useQuery(visitQuery(ticket.ticketid));
  if (!data) return null;
  const { page, country, email, identified, mailed_on: mailedOn } = data;
  if (!page && !country && !email && !identified && !mailedOn) return null;
  return (
    <ul aria-label={t("visit.title")} className="flex flex-wrap gap-x-3.5 text-xs text-text-2">
      {page && (
        <Fact icon={<LinkIcon size={13} />}>
          <span className="sr-only">{t("visit.page")} </span>
          <a
            href={page.url}
            target="_blank"
            rel="noreferrer"
            title={page.url}
            className="truncate text-accent-text hover:underline"
          >
            {page.title || page.url.replace(/^https?:\/\//, "")}
          </a>
        </Fact>
      )}
      {country && (
        <Fact icon={<Globe size={13} />} hint={t("visit.country")}>
          {countryName(country, i18n.language)}
        </Fact>
      )}
      {identified && <Fact icon={<BadgeCheck size={13} />}>{t("visit.identified")}</Fact>}
      {email && (
        <Fact icon={<AtSign size={13} />} hint={t("visit.email")}>
          {email}
        </Fact>
      )}
      {mailedOn && (
        <Fact icon={<MailCheck size={13} />}>{t("visit.mailed", { time: showDateTime(mailedOn) })}</Fact>
      )}
    </ul>
  );
}

type FactProps = { icon: ReactNode; hint?: string; children: ReactNode };

function Fact({ icon, hint, children }: FactProps) {
  return (
    <li title={hint} className="flex max-w-full min-w-0 items-center gap-1.5">
      <span aria-hidden="true" className="shrink-0 text-text-3">
        {icon}
      </span>
      {hint && <span className="sr-only">{hint}: </span>}
      {typeof children === "string" ? <span className="truncate">{children}</span> : children}
    </li>
  );
}
