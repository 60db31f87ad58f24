import { abilitiesOf } from "@parley/contract/abilities";
import { ContactRound, LayoutDashboard, LogOut, Moon, Search, Sun, Table2, User } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { adminPaths, paths, profilePath } from "../../../paths.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { IconLink } from "../../../ui/IconLink.tsx";
import { Logo } from "../../../ui/Logo.tsx";
import { shortenName } from "../../../ui/shorten.ts";
import { pickTheme, useTheme } from "../../../ui/theme.ts";
import { useCompact, usePhone } from "../../../ui/viewport.ts";
import { ColleaguesButton } from "../../people/colleagues/ColleaguesButton.tsx";
import { useLogOut } from "../../session/log-out.ts";
import { useProfile } from "../../session/viewer.ts";
import { openCommandBar } from "../../tickets/commands/Commands.tsx";
import { commandKey } from "../../tickets/commands/keys.ts";
import { InboxButton } from "../../tickets/inbox/InboxButton.tsx";
import { usePlace } from "../../tickets/list/place.ts";
import { NotificationsToggle } from "../push/NotificationsToggle.tsx";
import { HelpLink } from "./HelpLink.tsx";

export function Header() {
  const { t } = useTranslation();
  const { firstName, companyName, departmentName, username, role } = useProfile();
  const phone = usePhone();
  const compact = useCompact();
  const { colleague } = usePlace();
  const logOut = useLogOut();
  return (
    <header className="flex h-14 items-center gap-1 border-b border-line bg-pane px-4 max-phone:gap-0 max-phone:px-2">
      <Link
        to={paths.workspace}
        aria-label={t("shell.toTickets")}
        className="mr-1.5 rounded-m max-phone:mr-0 max-phone:grid max-phone:size-11 max-phone:shrink-0 max-phone:place-items-center"
      >
        <Logo />
      </Link>
      <h1 className="leading-tight font-semibold max-phone:min-w-0 max-phone:text-xs max-phone:wrap-anywhere phone:shrink-0">
        {t("shell.welcome", { name: shortenName(firstName) })}
      </h1>
      <p className="ml-2 min-w-0 truncate text-s text-text-3 max-phone:hidden">
        {companyName} · {departmentName}
      </p>
      <span className="flex-1" />
      <FindButton />
      {(compact || colleague) && <ColleaguesButton />}
      <InboxButton />
      {!phone && abilitiesOf(role).has("manageSettings") && (
        <IconLink to={paths.adminPanel} label={t("shell.adminPanel")}>
          <LayoutDashboard size={18} />
        </IconLink>
      )}
      {!phone && !abilitiesOf(role).has("manageSettings") && (
        <>
          <IconLink to={adminPaths.clients} label={t("shell.clients")}>
            <ContactRound size={18} />
          </IconLink>
          <IconLink to={adminPaths.tickets} label={t("shell.ticketTable")}>
            <Table2 size={18} />
          </IconLink>
        </>
      )}
      {!phone && (
        <IconLink to={profilePath(username)} label={t("shell.profile")}>
          <User size={18} />
        </IconLink>
      )}
      <NotificationsToggle />
      {!phone && <HelpLink />}
      <ThemeButton />
      {!phone && (
        <IconButton label={t("shell.logout")} onClick={logOut}>
          <LogOut size={18} />
        </IconButton>
      )}
    </header>
  );
}

/** Opens the command bar and shows its key. */
function FindButton() {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      onClick={openCommandBar}
      aria-keyshortcuts="Meta+K Control+K"
      className="mr-2 flex h-9 w-[min(260px,22vw)] items-center gap-2 rounded-m border border-line bg-raised px-3 text-s text-text-3 transition duration-150 hover:border-line-strong hover:text-text-2 max-phone:mr-0 max-phone:size-11 max-phone:justify-center max-phone:border-0 max-phone:bg-transparent max-phone:px-0"
    >
      <Search size={16} aria-hidden="true" className="shrink-0" />
      <span className="truncate max-phone:sr-only">{t("shell.find")}</span>
      <span aria-hidden="true" className="ml-auto shrink-0 font-mono text-[11px] max-phone:hidden">
        {commandKey("K")}
      </span>
    </button>
  );
}

function ThemeButton() {
  const { t } = useTranslation();
  const theme = useTheme((state) => state.theme);
  return (
    <IconButton
      label={t(theme === "dark" ? "shell.themeToLight" : "shell.themeToDark")}
      onClick={() => pickTheme(theme === "dark" ? "light" : "dark")}
    >
      {theme === "dark" ? <Sun size={18} /> : <Moon size={18} />}
    </IconButton>
  );
}
