import { abilitiesOf } from "@parley/contract/abilities";
import type { TicketClient } from "@parley/contract/client-panel";
import type { Ticket } from "@parley/contract/tickets";
import { type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { Stars } from "../../../ui/Stars.tsx";
import { showDay } from "../../../ui/time.ts";
import { useMinute } from "../../../ui/use-minute.ts";
import { useProfile } from "../../session/viewer.ts";
import { ClientNumber } from "../../tickets/list/ClientNumber.tsx";
import { languageName } from "../../tickets/templates/language-name.ts";
import { localTime } from "./local-time.ts";

const OrganisationOf = lazyPart(
  async () => (await import("../../tickets/client/OrganisationOf.tsx")).OrganisationOf,
  "organisations",
  "reasons",
);

type Props = { client: TicketClient; ticket: Ticket };

/** Each known fact of the client has a line; the number, which is entered here, always has one. */
export function ClientFacts({ client, ticket }: Props) {
  const { t, i18n } = useTranslation();
  const manages = abilitiesOf(useProfile().role).has("manageClients");
  useMinute();
  const { emails, language, time_zone: zone, created_on, tickets, rating, edits } = client;
  const time = zone && localTime(zone, i18n.language, new Date());
  const rows: [label: string, value: ReactNode][] = [
    [
      t("client.number"),
      <ClientNumber key="number" ticket={{ ...ticket, account_number: client.account_number }} />,
    ],
  ];
  if (emails.length > 0)
    rows.push([
      t("client.email", { count: emails.length }),
      emails.map((email) => (
        <span key={email} className="block wrap-anywhere">
          {email}
        </span>
      )),
    ]);
  if (edits && (client.organisation || manages))
    rows.push([
      t("client.organisation"),
      <Suspense key="organisation" fallback={client.organisation?.name ?? "…"}>
        <OrganisationOf client={client} />
      </Suspense>,
    ]);
  else if (client.organisation) rows.push([t("client.organisation"), client.organisation.name]);
  if (client.address) rows.push([t("client.address"), client.address]);
  if (language) rows.push([t("client.language"), languageName(language, i18n.language)]);
  if (time) rows.push([t("client.localTime"), time]);
  if (edits)
    rows.push([
      t("client.since"),
      <span key="since" className="flex flex-wrap items-center gap-x-2">
        {showDay(created_on)}
        <span>{t("client.count", { count: tickets })}</span>
        {rating !== null && <Stars rating={rating} size={12} />}
      </span>,
    ]);
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-s">
      {rows.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-text-3">{label}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
