import type { Ticket } from "@parley/contract/tickets";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { visitQuery } from "../../../api/queries.ts";
import { showDateTime } from "../../../ui/time.ts";
import { countryName } from "./country-name.ts";

/** Shows what is known of a visitor, a line each: where they wrote, what their browser is, and what the website says of them. */
export function VisitRows({ ticket }: { ticket: Ticket }) {
  const { t, i18n } = useTranslation();
  const { data } = useQuery(visitQuery(ticket.ticketid));
  if (!data) return null;
  const { page, country, browser, identified, about = [], mailed_on } = data;
  const rows: [label: string, value: ReactNode][] = [];
  if (page) rows.push([t("visit.page"), <Address key="page" url={page.url} title={page.title} />]);
  if (page?.referrer) rows.push([t("visit.before"), <Address key="before" url={page.referrer} />]);
  if (browser) rows.push([t("visit.browser"), browser]);
  if (country) rows.push([t("visit.country"), countryName(country, i18n.language)]);
  if (mailed_on) rows.push([t("visit.mails"), showDateTime(mailed_on)]);
  for (const { name, value } of about) rows.push([name, value]);
  if (rows.length === 0 && !identified) return null;
  return (
    <section aria-label={t("visit.title")} className="grid min-w-0 gap-2">
      <h4 className="text-[11px] font-semibold tracking-[0.08em] text-text-3 uppercase">
        {t("visit.title")}
      </h4>
      {identified && <p className="text-s text-text-2">{t("visit.identified")}</p>}
      <dl className="grid gap-1.5 text-s">
        {rows.map(([label, value]) => (
          <div key={label} className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-3">
            <dt dir="auto" className="text-left text-text-3 wrap-anywhere">
              {label}
            </dt>
            <dd dir="auto" className="min-w-0 text-left wrap-anywhere">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Address({ url, title = "" }: { url: string; title?: string }) {
  return (
    <a href={url} target="_blank" rel="noreferrer" title={url} className="text-accent-text hover:underline">
      {title || url.replace(/^https?:\/\//, "")}
    </a>
  );
}
