import type { Judgement, TicketRules } from "@parley/contract/rules";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { LoadFailed } from "../../../ui/LoadFailed.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { showDateTime } from "../../../ui/time.ts";
import { organisationsSeen, type RuleWords, useRuleWords } from "../../tickets/rules/words.ts";
import { JudgedRule } from "./JudgedRule.tsx";

/** While the sheet is open, rules are asked about new events: milliseconds until they are asked again. */
const again = 10_000;

/** Lists what came of the rules for each event of a ticket, the newest first, and the rules that were never asked. */
export function TicketRuleList({ ticketid }: { ticketid: string }) {
  const { t } = useTranslation();
  const list = useInfiniteQuery({
    queryKey: ["ticket rules", ticketid],
    queryFn: ({ pageParam: before, signal }) =>
      call("explainRules", { params: { ticketid }, query: before ? { before } : {}, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ before }) => before ?? undefined,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: again,
  });
  const pages = list.data?.pages ?? [];
  const judgements = pages.flatMap((page) => page.judgements);
  const versions = uniqueVersions(pages);
  const words = useRuleWords(
    versions.flatMap(({ refers }) => refers),
    { organisations: organisationsSeen(judgedOf(judgements, versions)) },
  );
  if (list.isPending) return <Skeleton className="h-56 rounded-m" />;
  if (!list.data) return <LoadFailed text={t("rules.why.failed")} onRetry={() => list.refetch()} />;
  const asked = new Set(judgements.flatMap(({ rules }) => rules.map(({ ruleid }) => ruleid)));
  const never = versions.filter(({ now, ruleid }) => now && !asked.has(ruleid));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {judgements.length === 0 && <p className="text-s text-text-2">{t("rules.why.none")}</p>}
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-5 empty:hidden">
        {withKeys(judgements).map(([key, judgement]) => (
          <li key={key} className="grid grid-cols-[minmax(0,1fr)] gap-2">
            <p className="flex items-baseline gap-2 text-xs text-text-3">
              <span className="min-w-0 flex-1 font-semibold break-words first-letter:uppercase">
                {judgement.event && t(`rules.event.${judgement.event}`)}
                {judgement.wait && t(`rules.waited.${judgement.wait}`)}
              </span>
              <time dateTime={judgement.time} className="shrink-0 tabular-nums">
                {showDateTime(judgement.time)}
              </time>
            </p>
            <ul className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
              {judgement.rules.map((judged) => (
                <JudgedRule
                  key={judged.ruleid}
                  judged={judged}
                  version={versionOf(versions, judged)}
                  words={words}
                />
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {list.hasNextPage && (
        <Button
          className="justify-self-center"
          disabled={list.isFetchingNextPage}
          onClick={() => list.fetchNextPage()}
        >
          {t("rules.why.older")}
        </Button>
      )}
      {list.isFetchNextPageError && (
        <LoadFailed text={t("rules.why.failed")} onRetry={() => list.fetchNextPage()} />
      )}
      {never.length > 0 && <NeverAsked versions={never} words={words} complete={!list.hasNextPage} />}
    </div>
  );
}

type Version = TicketRules["versions"][number];
type NeverProps = { versions: Version[]; words: RuleWords; complete: boolean };

/** `complete`: all judgements are on screen; else older ones may have asked them. */
function NeverAsked({ versions, words, complete }: NeverProps) {
  const { t } = useTranslation();
  return (
    <section aria-label={t("rules.why.never")} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-semibold">{t("rules.why.never")}</h3>
      <p className="text-xs text-text-3">{t(complete ? "rules.why.neverHint" : "rules.why.neverShown")}</p>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {versions.map(({ ruleid, name, when, departmentids, enabled }) => (
          <li key={ruleid} className="text-s break-words">
            <b dir="auto" className="font-semibold">
              {name}
            </b>{" "}
            <span className="text-text-2">
              {t("rules.why.hears", { what: words.heard(when) })}
              {departmentids &&
                ` · ${t("rules.only", { names: words.listed(departmentids.map(words.nameOf)) })}`}
              {!enabled && ` · ${t("rules.why.off")}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Several events of one kind may have happened at one moment. */
function withKeys(judgements: Judgement[]): [key: string, judgement: Judgement][] {
  const counts = new Map<string, number>();
  return judgements.map((judgement) => {
    const key = `${judgement.time} ${judgement.event ?? judgement.wait}`;
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return [`${key} ${count}`, judgement];
  });
}

function uniqueVersions(pages: TicketRules[]): Version[] {
  const all = pages.flatMap(({ versions }) => versions);
  return [...new Map(all.map((one) => [`${one.ruleid} ${one.version}`, one])).values()];
}

const versionOf = (versions: Version[], { ruleid, version }: { ruleid: string; version: number }) =>
  versions.find((one) => one.ruleid === ruleid && one.version === version);

function judgedOf(judgements: Judgement[], versions: Version[]) {
  return judgements.flatMap(({ rules }) =>
    rules.flatMap((judged) => {
      const version = versionOf(versions, judged);
      return version ? [{ condition: version.condition, leaves: judged.leaves }] : [];
    }),
  );
}
