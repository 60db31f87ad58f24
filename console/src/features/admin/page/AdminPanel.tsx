import { abilitiesOf } from "@parley/contract/abilities";
import {
  Building2,
  ChartColumn,
  ChevronLeft,
  CircleQuestionMark,
  Headset,
  Settings,
  Ticket,
  Users,
} from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link, Outlet, useLocation } from "react-router";
import { helpFor, helpPath } from "../../../help-paths.ts";
import { adminPaths, paths } from "../../../paths.ts";
import { Logo } from "../../../ui/Logo.tsx";
import { useCompact } from "../../../ui/viewport.ts";
import { ConnectionBanner } from "../../account/shell/ConnectionBanner.tsx";
import { PageFooter } from "../../account/shell/PageFooter.tsx";
import { SessionWarning } from "../../session/SessionWarning.tsx";
import { useProfile } from "../../session/viewer.ts";
import { useListPlaces } from "./list-place.ts";
import { useScrollRestoration } from "./scroll-restoration.ts";

type Section = {
  to: string;
  /** The path of the section's profiles, if it is not below the section's own. */
  profiles?: string;
  label: string;
  icon: ReactNode;
  /** True for a section that the tabs of a small screen leave out; the page before it links to it. */
  wide?: true;
};

/** The frame of the admin panel: the side bar, or on small screens a footer, around the section. */
export function AdminPanel() {
  const compact = useCompact();
  const sections = useSections();
  const pane = useScrollRestoration();
  useListPlaces();
  useEffect(() => {
    const before = document.title;
    document.title = "Admin Panel";
    return () => {
      document.title = before;
    };
  }, []);
  return (
    <div
      className={`grid h-full ${compact ? "grid-rows-[minmax(0,1fr)_auto]" : "grid-cols-[220px_minmax(0,1fr)]"}`}
    >
      {!compact && <SideBar sections={sections} />}
      <div className="grid min-h-0 min-w-0 grid-rows-[auto_minmax(0,1fr)]">
        <div>
          <ConnectionBanner />
          <SessionWarning />
        </div>
        <main
          {...pane}
          id="admin"
          tabIndex={-1}
          // A sticky bar ends at the edge of the pane, below its padding.
          className="flex min-h-0 flex-col overflow-y-auto px-8 py-6 outline-none [--pane-end:1.5rem] max-phone:px-4 max-phone:py-4 max-phone:[--pane-end:1rem]"
        >
          <div className="flex-1">
            <Outlet />
          </div>
          <PageFooter />
        </main>
      </div>
      {compact && <Footer sections={sections} />}
    </div>
  );
}

/** Only administrators see Agents and Settings. */
function useSections(): Section[] {
  const { t } = useTranslation();
  const { role } = useProfile();
  const size = 18;
  const clients = {
    to: adminPaths.clients,
    profiles: adminPaths.client(""),
    label: t("admin.clients"),
    icon: <Users size={size} />,
  };
  const organisations = {
    to: adminPaths.organisations,
    label: t("admin.organisations"),
    icon: <Building2 size={size} />,
  };
  const tickets = { to: adminPaths.tickets, label: t("admin.tickets"), icon: <Ticket size={size} /> };
  const figures = {
    to: adminPaths.figures,
    label: t("admin.figures"),
    icon: <ChartColumn size={size} />,
    wide: true as const,
  };
  if (!abilitiesOf(role).has("manageAgents")) return [clients, organisations, tickets, figures];
  return [
    {
      to: adminPaths.agents,
      profiles: adminPaths.agent(""),
      label: t("admin.agents"),
      icon: <Headset size={size} />,
    },
    clients,
    organisations,
    tickets,
    figures,
    { to: adminPaths.settings, label: t("admin.settings"), icon: <Settings size={size} /> },
  ];
}

/** "page" for a section on screen, "true" for that of a profile on screen. */
function useCurrent(): (section: Section) => "page" | "true" | undefined {
  const { pathname } = useLocation();
  return ({ to, profiles }) => {
    if (pathname === to || pathname.startsWith(`${to}/`)) return "page";
    return profiles !== undefined && pathname.startsWith(profiles) ? "true" : undefined;
  };
}

function SideBar({ sections }: { sections: Section[] }) {
  const { t } = useTranslation();
  const current = useCurrent();
  const { companyName } = useProfile();
  const look = "flex items-center gap-3 rounded-m px-2.5 py-2 text-s font-semibold transition duration-150";
  return (
    <nav
      aria-label={t("admin.title")}
      className="flex min-h-0 flex-col gap-0.5 overflow-y-auto border-r border-line bg-pane px-2.5 py-3.5"
    >
      <p className="flex items-center gap-2.5 px-2 pt-0.5 pb-4 font-semibold">
        <Logo />
        <span className="truncate">{companyName}</span>
      </p>
      {sections.map((section) => (
        <Link
          key={section.to}
          to={section.to}
          aria-current={current(section)}
          className={`${look} ${current(section) ? "bg-raised-2 text-text [&>svg]:text-accent-text" : "text-text-2 hover:bg-raised hover:text-text"}`}
        >
          {section.icon}
          {section.label}
        </Link>
      ))}
      <Link
        to={helpPath(helpFor(useLocation()))}
        className={`${look} mt-auto text-text-2 hover:bg-raised hover:text-text`}
      >
        <CircleQuestionMark size={18} />
        {t("shell.help")}
      </Link>
      <Link to={paths.workspace} className={`${look} text-text-2 hover:bg-raised hover:text-text`}>
        <ChevronLeft size={18} />
        {t("admin.back")}
      </Link>
    </nav>
  );
}

function Footer({ sections }: { sections: Section[] }) {
  const { t } = useTranslation();
  const current = useCurrent();
  const back: Section = { to: paths.workspace, label: t("admin.backShort"), icon: <ChevronLeft size={18} /> };
  const tabs = [...sections.filter(({ wide }) => !wide), back];
  return (
    <nav
      data-keep-clear
      aria-label={t("admin.title")}
      className="flex border-t border-line bg-pane pb-[env(safe-area-inset-bottom)]"
    >
      {tabs.map((section) => (
        <Link
          key={section.to}
          to={section.to}
          aria-current={current(section)}
          className={`flex h-14 min-w-11 flex-auto flex-col items-center justify-center gap-0.5 px-1 text-xs font-semibold ${current(section) ? "text-accent-text" : "text-text-2"}`}
        >
          {section.icon}
          <span className="max-w-full truncate">{section.label}</span>
        </Link>
      ))}
    </nav>
  );
}
