import type { Language } from "@parley/contract/sessions";
import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useDeferredValue, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { NavLink, useParams } from "react-router";
import { parts } from "../../../../guide/contents.ts";
import { helpPath } from "../../../help-paths.ts";
import { LoadFailed } from "../../../ui/LoadFailed.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { usePhone } from "../../../ui/viewport.ts";
import { ConnectionBanner } from "../shell/ConnectionBanner.tsx";
import { FooterTabs } from "../shell/FooterTabs.tsx";
import { Header } from "../shell/Header.tsx";
import { PageFooter } from "../shell/PageFooter.tsx";
import { loadGuide, type HelpPage as Page } from "./guide-pages.ts";
import { searchGuide } from "./search.ts";

const guideQuery = (language: Language) => ({
  queryKey: ["guide", language],
  queryFn: () => loadGuide(language),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The user guide: its contents, a search, and one page. */
export function HelpPage() {
  const { t, i18n } = useTranslation();
  const phone = usePhone();
  const language = i18n.language as Language;
  const { page: id } = useParams();
  const { data: pages, error, refetch } = useQuery(guideQuery(language));
  const [typed, setTyped] = useState("");
  const sought = useDeferredValue(typed.trim());
  const page = pages?.find((one) => one.id === id) ?? (phone && !id ? undefined : pages?.[0]);
  return (
    <div className="grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[auto_auto_minmax(0,1fr)_auto]">
      <Header />
      <ConnectionBanner />
      <div className="grid min-h-0 grid-cols-[300px_minmax(0,1fr)] max-phone:flex max-phone:flex-col max-phone:overflow-y-auto">
        <nav
          aria-label={t("help.title")}
          className="min-h-0 overflow-y-auto border-r border-line bg-pane p-4 max-phone:shrink-0 max-phone:border-r-0 max-phone:border-y"
        >
          <h1 className="text-l font-semibold tracking-tight">{t("help.title")}</h1>
          <label className="mt-3 flex h-10 items-center gap-2 rounded-m border border-line bg-raised px-3 text-text-3 focus-within:border-accent max-phone:h-12">
            <Search size={16} aria-hidden="true" />
            <input
              type="search"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              placeholder={t("help.search")}
              aria-label={t("help.search")}
              maxLength={100}
              className="h-full min-w-0 flex-1 bg-transparent text-text outline-none"
            />
          </label>
          {pages && (sought ? <Results pages={pages} sought={sought} /> : <Contents pages={pages} />)}
        </nav>
        <main
          className={`min-h-0 overflow-y-auto max-phone:shrink-0 max-phone:overflow-visible ${id && !sought ? "max-phone:order-first" : ""}`}
        >
          {page && <Article key={page.id} page={page} />}
          {!pages && !error && <Skeleton className="m-8 h-96 rounded-card" />}
          {error && <LoadFailed text={t("help.failed")} onRetry={() => void refetch()} />}
          <PageFooter />
        </main>
      </div>
      {phone && <FooterTabs />}
    </div>
  );
}

const entry = ({ isActive }: { isActive: boolean }) =>
  `block rounded-m px-3 py-2 text-s transition duration-150 max-phone:min-h-11 max-phone:py-3 ${isActive ? "bg-accent-soft font-semibold text-accent-text" : "text-text-2 hover:bg-raised hover:text-text"}`;

function Contents({ pages }: { pages: Page[] }) {
  const { t } = useTranslation();
  return Object.entries(parts).map(([part, ids]) => (
    <section key={part} className="mt-5" aria-labelledby={`help-${part}`}>
      <h2 id={`help-${part}`} className="px-3 pb-1 text-xs font-semibold text-text-3">
        {t(part === "agents" ? "help.forAgents" : "help.forAdministrators")}
      </h2>
      {ids.map((id) => {
        const page = pages.find((one) => one.id === id);
        return (
          page && (
            <NavLink key={id} to={helpPath(id)} className={entry} lang={page.language}>
              {page.title}
            </NavLink>
          )
        );
      })}
    </section>
  ));
}

function Results({ pages, sought }: { pages: Page[]; sought: string }) {
  const { t } = useTranslation();
  const found = searchGuide(pages, sought);
  return (
    <div className="mt-4" role="status">
      {found.length === 0 && <p className="px-3 text-s text-text-3">{t("help.noneFound")}</p>}
      {found.map(({ page, excerpt }) => (
        <NavLink key={page.id} to={helpPath(page.id)} className={entry} lang={page.language}>
          <span className="block font-semibold">{page.title}</span>
          <span className="mt-0.5 block text-xs text-text-3">{excerpt}</span>
        </NavLink>
      ))}
    </div>
  );
}

function Article({ page }: { page: Page }) {
  const { t, i18n } = useTranslation();
  useEffect(() => {
    const before = document.title;
    document.title = `${page.title} · Parley`;
    return () => {
      document.title = before;
    };
  }, [page.title]);
  return (
    <article lang={page.language} className="guide mx-auto max-w-3xl px-8 py-7 max-phone:px-4">
      {page.language !== i18n.language && (
        <p lang={i18n.language} className="mb-4 rounded-m bg-raised px-3 py-2 text-s text-text-2">
          {t("help.inEnglish")}
        </p>
      )}
      <h2 className="text-xl font-semibold tracking-tight">{page.title}</h2>
      {/* The guide is part of the build. */}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own pages */}
      <div dangerouslySetInnerHTML={{ __html: page.html }} />
    </article>
  );
}
