import { Bell, MessageSquareText, User } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { NavLink, Outlet, useParams } from "react-router";
import { bubblesPath, noticesPath, profilePath } from "../../../paths.ts";
import { usePhone } from "../../../ui/viewport.ts";
import { SessionWarning } from "../../session/SessionWarning.tsx";
import { useProfile } from "../../session/viewer.ts";
import { ConnectionBanner } from "../shell/ConnectionBanner.tsx";
import { FooterTabs } from "../shell/FooterTabs.tsx";
import { Header } from "../shell/Header.tsx";
import { NotFound } from "../shell/NotFound.tsx";
import { PageFooter } from "../shell/PageFooter.tsx";

/** The frame of profile, bubbles and notifications. Another agent's address is not found. */
export function ProfileFrame() {
  const { t } = useTranslation();
  const { username } = useProfile();
  const asked = useParams().username ?? "";
  const phone = usePhone();
  if (asked.toLowerCase() !== username.toLowerCase()) return <NotFound signedIn />;
  return (
    <div className="grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[auto_auto_minmax(0,1fr)_auto]">
      <Header />
      <div>
        <ConnectionBanner />
        <SessionWarning />
      </div>
      <div className="grid min-h-0 grid-cols-[220px_minmax(0,1fr)] max-phone:grid-cols-[62px_minmax(0,1fr)]">
        <nav
          aria-label={t("profile.sections")}
          className="flex flex-col gap-1 border-r border-line bg-pane p-3 max-phone:p-2"
        >
          <Section to={profilePath(username)} label={t("profile.title")} icon={<User size={18} />} />
          <Section
            to={bubblesPath(username)}
            label={t("profile.bubbles")}
            icon={<MessageSquareText size={18} />}
          />
          <Section to={noticesPath(username)} label={t("profile.notifications")} icon={<Bell size={18} />} />
        </nav>
        <main className="min-h-0 min-w-0 overflow-auto">
          <Outlet />
          <PageFooter />
        </main>
      </div>
      {phone && <FooterTabs />}
    </div>
  );
}

function Section({ to, label, icon }: { to: string; label: string; icon: ReactNode }) {
  return (
    <NavLink
      end
      to={to}
      title={label}
      className={({ isActive }) =>
        `flex h-11 items-center gap-3 rounded-m px-3 font-semibold transition duration-150 max-phone:justify-center max-phone:px-0 ${isActive ? "bg-accent-soft text-accent-text" : "text-text-2 hover:bg-raised hover:text-text"}`
      }
    >
      {icon}
      <span className="truncate max-phone:sr-only">{label}</span>
    </NavLink>
  );
}
