import type { OfferWhy, TicketRouting } from "@parley/contract/routing";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { LoadFailed } from "../../../ui/LoadFailed.tsx";
import { showDateTime } from "../../../ui/time.ts";
import { useTags } from "../../tickets/tags/tags-query.ts";
import { isRouted, offersQuery } from "./offers-query.ts";

/** Lists to whom a ticket was offered and why, or why it is offered to nobody; nothing where routing never had to do with it. */
export function TicketOffers({ ticketid }: { ticketid: string }) {
  const { t } = useTranslation();
  const { data, isPending, refetch } = useQuery(offersQuery(ticketid));
  if (isPending) return null;
  if (!data) return <LoadFailed text={t("routing.failed")} onRetry={() => refetch()} />;
  const { offers, waiting } = data;
  if (!isRouted(data)) return null;
  return (
    <section aria-label={t("routing.title")} className="mb-6 grid grid-cols-[minmax(0,1fr)] gap-2.5">
      <h3 className="font-semibold">{t("routing.title")}</h3>
      {waiting && <Waiting waiting={waiting} />}
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-2.5 empty:hidden">
        {offers.map((offer) => (
          <Offered key={`${offer.offered_on} ${offer.userid}`} offer={offer} />
        ))}
      </ol>
    </section>
  );
}

function useNames() {
  const { i18n } = useTranslation();
  const languages = new Intl.DisplayNames([i18n.language], { type: "language" });
  const lists = new Intl.ListFormat(i18n.language);
  return {
    languageOf: (code: string | null) => (code ? (languages.of(code) ?? code) : ""),
    listed: (names: string[]) => lists.format(names),
  };
}

function Offered({ offer }: { offer: TicketRouting["offers"][number] }) {
  const { t } = useTranslation();
  const { user_name, why, ended, offered_on, until } = offer;
  return (
    <li className="text-s break-words">
      <p className="flex items-baseline gap-2">
        <b dir="auto" className="min-w-0 flex-1 font-semibold">
          {t("routing.why.offeredTo", { name: user_name })}
        </b>
        <time dateTime={offered_on} className="shrink-0 text-xs text-text-3 tabular-nums">
          {showDateTime(offered_on)}
        </time>
      </p>
      <p className="text-text-2">
        <Because why={why} />
      </p>
      <p className="text-xs text-text-3">
        {ended ? t(`routing.why.ended.${ended}`) : t("routing.why.until", { time: showDateTime(until) })}
        {why.others > 0 && ` · ${t("routing.why.others", { count: why.others })}`}
      </p>
    </li>
  );
}

function Because({ why: { basis, language, skills, load, capacity } }: { why: OfferWhy }) {
  const { t } = useTranslation();
  const { languageOf, listed } = useNames();
  const names = useTags(skills).map(({ name }) => name);
  return [
    ...(language ? [t("routing.why.speaks", { language: languageOf(language) })] : []),
    ...(names.length > 0 ? [t("routing.why.knows", { skills: listed(names) })] : []),
    t("routing.why.load", { load, capacity }),
    t(`routing.why.basis.${basis}`),
  ].join(", ");
}

function Waiting({
  waiting: { mode, language, skills, agents },
}: {
  waiting: NonNullable<TicketRouting["waiting"]>;
}) {
  const { t } = useTranslation();
  const { languageOf, listed } = useNames();
  const names = useTags(skills).map(({ name }) => name);
  return (
    <div className="grid gap-1 text-s">
      <p className="font-semibold">{t("routing.why.nobody")}</p>
      {mode === "off" && <p className="text-text-2">{t("routing.why.off")}</p>}
      {mode !== "off" && agents.length === 0 && <p className="text-text-2">{t("routing.why.nobodyHere")}</p>}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-1 empty:hidden">
        {agents.map(({ userid, user_name, why, load, capacity }) => (
          <li key={userid} className="break-words">
            <b dir="auto" className="font-semibold">
              {user_name}
            </b>{" "}
            <span className="text-text-2">
              {why
                ? t(`routing.why.not.${why}`, {
                    ...{ load, capacity, language: languageOf(language), skills: listed(names) },
                  })
                : t("routing.why.next")}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
