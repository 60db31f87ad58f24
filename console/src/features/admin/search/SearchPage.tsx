import { limits } from "@parley/contract/limits";
import type { Hits } from "@parley/contract/search";
import { type SearchKind, searchKinds } from "@parley/contract/search-query";
import { CloudOff, Search, SearchX } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { Button } from "../../../ui/Button.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { PaneState } from "../../../ui/States.tsx";
import { useSettled } from "../../../ui/use-settled.ts";
import { usePhone } from "../../../ui/viewport.ts";
import { ConnectionBanner } from "../../account/shell/ConnectionBanner.tsx";
import { FooterTabs } from "../../account/shell/FooterTabs.tsx";
import { Header } from "../../account/shell/Header.tsx";
import { PageFooter } from "../../account/shell/PageFooter.tsx";
import { useEverything, useHitsOf } from "../../tickets/search/everything.ts";
import { HitRow } from "../../tickets/search/HitRow.tsx";
import { searchPath } from "../../tickets/search/path.ts";
import { Operators } from "./Operators.tsx";

/** Everything that the agent may see, by words and operators: all kinds, or one. The phrase and the kind are in the address. */
export function SearchPage() {
  const { t } = useTranslation();
  const phone = usePhone();
  const [address, setAddress] = useSearchParams();
  const phrase = (address.get("q") ?? "").trim();
  const kind = searchKinds.find((one) => one === address.get("kind")) ?? null;
  const [typed, setTyped] = useState(phrase);
  const settled = useSettled(typed.trim());
  const sent = useRef(phrase);
  // An address that changes by itself, as by Back, is what was typed.
  useEffect(() => {
    if (phrase === sent.current) return;
    sent.current = phrase;
    setTyped(phrase);
  }, [phrase]);
  useEffect(() => {
    if (settled === sent.current) return;
    sent.current = settled;
    setAddress(settled ? { q: settled, ...(kind && { kind }) } : {}, { replace: true });
  }, [settled, kind, setAddress]);
  const page = useRef<HTMLElement>(null);

  function pressed(event: KeyboardEvent) {
    if (event.key === "ArrowDown") moveFocus(page.current, 1);
    else if (event.key === "ArrowUp") moveFocus(page.current, -1);
    else return;
    event.preventDefault();
  }
  return (
    <div className="grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[auto_auto_minmax(0,1fr)_auto]">
      <Header />
      <ConnectionBanner />
      <main ref={page} onKeyDown={pressed} className="min-h-0 overflow-y-auto">
        <div className="mx-auto flex max-w-3xl flex-col gap-4 px-6 py-6 max-phone:px-3 max-phone:py-4">
          <h1 className="text-l font-semibold tracking-tight">{t("commands.page.title")}</h1>
          <search>
            <label className="flex h-11 items-center gap-2.5 rounded-m border border-line-strong bg-raised px-3 focus-within:border-accent-text max-phone:h-12">
              <Search size={17} aria-hidden="true" className="shrink-0 text-text-3" />
              <input
                type="search"
                // biome-ignore lint/a11y/noAutofocus: the page is there to be typed into
                autoFocus
                value={typed}
                maxLength={limits.searchKeyword}
                aria-label={t("commands.page.label")}
                placeholder={t("commands.page.placeholder")}
                onChange={(event) => setTyped(event.target.value)}
                className="h-full min-w-0 flex-1 bg-transparent outline-none placeholder:text-text-3 max-phone:text-[16px]"
              />
            </label>
          </search>
          {phrase && <Kinds phrase={phrase} kind={kind} />}
          {!phrase && <Operators />}
          {phrase && !kind && <AllKinds phrase={phrase} />}
          {phrase && kind && <OneKind key={kind} kind={kind} phrase={phrase} />}
        </div>
        {!phone && <PageFooter />}
      </main>
      {phone && <FooterTabs />}
    </div>
  );
}

function Kinds({ phrase, kind }: { phrase: string; kind: SearchKind | null }) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t("commands.page.kinds")} className="flex flex-wrap gap-1.5">
      {[null, ...searchKinds].map((one) => (
        <Link
          key={one ?? "all"}
          replace
          to={searchPath(phrase, one)}
          aria-current={one === kind ? "page" : undefined}
          className="inline-flex min-h-9 items-center rounded-full border border-line px-3.5 text-s text-text-2 hover:bg-raised aria-[current]:border-accent-text aria-[current]:bg-accent-soft aria-[current]:font-semibold aria-[current]:text-text max-phone:min-h-11"
        >
          {one ? t(`commands.page.kind.${one}`) : t("commands.page.all")}
        </Link>
      ))}
    </nav>
  );
}

function AllKinds({ phrase }: { phrase: string }) {
  const { t } = useTranslation();
  const { data, isError, refetch, isPlaceholderData } = useEverything(phrase);
  if (isError && !data) return <Failed onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  const groups = data.groups.filter(({ hits }) => hits.length > 0);
  if (groups.length === 0 && !isPlaceholderData) return <Nothing />;
  return (
    <div aria-busy={isPlaceholderData} className="flex flex-col gap-5">
      <Shown />
      {groups.map((group) => (
        <section key={group.kind} aria-labelledby={`found-${group.kind}`}>
          <h2 id={`found-${group.kind}`} className="px-3 pb-1 text-s font-semibold text-text-2">
            {t(`commands.page.kind.${group.kind}`)}
          </h2>
          <List pages={[group]} />
          {group.cursor && (
            <Link
              to={searchPath(phrase, group.kind)}
              className="inline-flex min-h-9 items-center px-3 text-s font-semibold text-accent-text hover:underline max-phone:min-h-11"
            >
              {t(`commands.page.allOf.${group.kind}`)}
            </Link>
          )}
        </section>
      ))}
    </div>
  );
}

function OneKind({ kind, phrase }: { kind: SearchKind; phrase: string }) {
  const { t } = useTranslation();
  const found = useHitsOf(kind, phrase);
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = found;
  if (isError && !data) return <Failed onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  const pages = data.pages.flatMap((page) => page ?? []);
  const bounded = pages.at(-1)?.bounded && !hasNextPage;
  const none = pages.every(({ hits }) => hits.length === 0);
  return (
    <>
      {none ? <Nothing /> : <Shown />}
      <List pages={pages} />
      {isError && <Failed onRetry={() => void fetchNextPage()} />}
      {hasNextPage && !isError && (
        <Button className="self-center" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t("commands.page.more")}
        </Button>
      )}
      {bounded && <p className="px-3 text-s text-text-3">{t("commands.page.bounded")}</p>}
    </>
  );
}

function List({ pages }: { pages: Hits[] }) {
  const hits = new Map(pages.flatMap((page) => page.hits).map((hit) => [hit.id, hit]));
  return (
    <ul>
      {[...hits.values()].map((hit) => (
        <HitRow key={hit.id} hit={hit} />
      ))}
    </ul>
  );
}

function Shown() {
  const { t } = useTranslation();
  return (
    <p role="status" className="sr-only">
      {t("commands.page.shown")}
    </p>
  );
}

function Nothing() {
  const { t } = useTranslation();
  return (
    <div role="status">
      <PaneState
        icon={<SearchX />}
        title={t("commands.page.nothing")}
        hint={t("commands.page.nothingHint")}
      />
    </div>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <PaneState
      alert
      icon={<CloudOff />}
      title={t("commands.page.failed")}
      hint={t("commands.page.failedHint")}
    >
      <Button onClick={onRetry}>{t("common.retry")}</Button>
    </PaneState>
  );
}

function Loading() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t("commands.page.searching")} className="flex flex-col gap-3 px-3">
      <Skeleton className="h-14 rounded-m" />
      <Skeleton className="h-14 rounded-m" />
      <Skeleton className="h-14 rounded-m" />
    </div>
  );
}

/** Moves among the field and the results. */
function moveFocus(page: HTMLElement | null, by: 1 | -1) {
  const stops = [...(page?.querySelectorAll<HTMLElement>("input[type=search], li > a") ?? [])];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  stops[Math.min(stops.length - 1, Math.max(0, at + by))]?.focus();
}
