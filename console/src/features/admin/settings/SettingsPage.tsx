import { ChevronLeft } from "lucide-react";
import { Suspense, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useNavigationType } from "react-router";
import { adminPaths } from "../../../paths.ts";
import { SectionTitle } from "../../../ui/SectionTitle.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { useNarrow } from "../../../ui/viewport.ts";
import { readPlace } from "../../channels/tab/place.ts";
import { UnsavedGuard } from "../../unsaved/UnsavedGuard.tsx";
import { SectionList } from "./SectionList.tsx";
import { contents, type Section, sections, withOwnTitle } from "./sections.tsx";

/**
 * The company's settings. The section is in the address. Beside the section stands the list of all; where there is no
 * room for both, the list is a page that opens the section.
 */
export function SettingsPage() {
  const { t } = useTranslation();
  const narrow = useNarrow();
  const named = useNamed();
  const left = useLeft(named);
  const shown = named ?? (narrow ? null : "departments");
  const alone = narrow && shown !== null;
  // A page within a section has its own way back.
  const { account, view } = readPlace(useLocation().search);
  const within = account !== undefined || view !== undefined;
  // A change of the width keeps the section mounted, and with it what is typed there.
  return (
    <div className={narrow ? "" : "grid grid-cols-[208px_minmax(0,1fr)] gap-x-8"}>
      <UnsavedGuard />
      <div className={narrow ? "grid gap-5" : "sticky top-0 grid content-start gap-5 self-start"}>
        <h1 className={alone ? "sr-only" : "text-[22px] font-semibold tracking-tight"}>
          {t("admin.settings")}
        </h1>
        {!alone && <SectionList shown={shown} left={left} alone={narrow} />}
        {alone && !within && <ToList key={shown} />}
      </div>
      <div className="min-w-0">{shown && <Content key={shown} section={shown} />}</div>
    </div>
  );
}

function useNamed(): Section | null {
  const { pathname, hash } = useLocation();
  if (pathname === adminPaths.departments) return "departments";
  return sections.find((section) => hash === `#${section}`) ?? null;
}

/** The section that was on screen before the list. */
function useLeft(named: Section | null): Section | null {
  const last = useRef<Section>(null);
  useEffect(() => {
    if (named) last.current = named;
  }, [named]);
  return named ? null : last.current;
}

function Content({ section }: { section: Section }) {
  const { t } = useTranslation();
  const title = t(`settings.section.${section}`);
  const Shown = contents[section];
  return (
    <section aria-label={title}>
      {!withOwnTitle.includes(section) && <SectionTitle title={title} />}
      <Suspense fallback={<Skeleton className="h-72 rounded-card" />}>
        <Shown title={title} />
      </Suspense>
    </section>
  );
}

/** Leads from a section back to the list. */
function ToList() {
  const { t } = useTranslation();
  const link = useRef<HTMLAnchorElement>(null);
  const opened = useNavigationType() === "PUSH";
  // The link that opened the section has disappeared.
  useEffect(() => {
    if (opened) link.current?.focus();
  }, [opened]);
  return (
    <Link
      ref={link}
      to={adminPaths.settings}
      className="mb-1 -ml-2 inline-flex min-h-11 justify-self-start items-center gap-1 rounded-m px-2 text-s font-semibold text-text-2 transition duration-150 hover:text-text"
    >
      <ChevronLeft size={16} aria-hidden="true" />
      {t("admin.settings")}
    </Link>
  );
}
