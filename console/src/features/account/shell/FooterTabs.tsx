import { abilitiesOf } from "@parley/contract/abilities";
import { ContactRound, Inbox, LayoutDashboard, LogOut, User } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { adminPaths, paths, profilePath } from "../../../paths.ts";
import { UnreadCount } from "../../../ui/UnreadCount.tsx";
import { useLogOut } from "../../session/log-out.ts";
import { useProfile } from "../../session/viewer.ts";
import { useOwnUnread } from "../../tickets/list/unread.ts";

/** The console's sections, on a phone. */
export function FooterTabs() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { username, role } = useProfile();
  const logOut = useLogOut();
  const unread = useOwnUnread();
  const profile = profilePath(username);
  return (
    <nav
      data-keep-clear
      aria-label={t("shell.places")}
      className="flex border-t border-line bg-pane pb-[env(safe-area-inset-bottom)]"
    >
      <Tab
        to={profile}
        on={pathname.startsWith(profile)}
        label={t("shell.profile")}
        icon={<User size={20} />}
      />
      {abilitiesOf(role).has("manageSettings") ? (
        <Tab
          to={paths.adminPanel}
          on={pathname.startsWith(paths.adminPanel)}
          label={t("shell.adminPanel")}
          icon={<LayoutDashboard size={20} />}
        />
      ) : (
        <Tab
          to={adminPaths.clients}
          on={pathname.startsWith(paths.adminPanel)}
          label={t("shell.clients")}
          icon={<ContactRound size={20} />}
        />
      )}
      <Tab
        to={paths.workspace}
        on={pathname === paths.workspace}
        label={t("shell.toTickets")}
        icon={<Inbox size={20} />}
        unread={unread}
      />
      <button type="button" onClick={logOut} className={look(false)}>
        <LogOut size={20} />
        <span className={words}>{t("shell.logout")}</span>
      </button>
    </nav>
  );
}

/** The words take two lines where a language needs them. */
const words = "line-clamp-2 max-w-full text-center text-[11px] leading-[1.15] break-words hyphens-auto";
const look = (on: boolean) =>
  `flex h-14 min-w-11 flex-auto flex-col items-center justify-center gap-0.5 px-1 font-semibold ${on ? "text-accent-text" : "text-text-2"}`;

type TabProps = { to: string; on: boolean; label: string; icon: ReactNode; unread?: number };

function Tab({ to, on, label, icon, unread = 0 }: TabProps) {
  const { t } = useTranslation();
  return (
    <Link to={to} aria-current={on ? "page" : undefined} className={look(on)}>
      <span className="relative">
        {icon}
        {unread > 0 && (
          <UnreadCount
            count={unread}
            label={t("tickets.unread", { count: unread })}
            className="absolute -top-1.5 left-3"
          />
        )}
      </span>
      <span className={words}>{label}</span>
    </Link>
  );
}
