import { abilitiesOf } from "@parley/contract/abilities";
import { useQuery } from "@tanstack/react-query";
import {
  Archive,
  ContactRound,
  Inbox,
  Keyboard,
  LayoutDashboard,
  LogOut,
  MailPlus,
  MessageSquarePlus,
  MessageSquareQuote,
  Moon,
  Sun,
  Table2,
  User,
} from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import { channelsQuery } from "../../../api/queries.ts";
import { adminPaths, bubblesPath, paths, profilePath, workspacePath } from "../../../paths.ts";
import { pickTheme, useTheme } from "../../../ui/theme.ts";
import { usePhone } from "../../../ui/viewport.ts";
import { useLogOut } from "../../session/log-out.ts";
import { useProfile } from "../../session/viewer.ts";
import { askToStart, type Start } from "../sending/start.ts";

export type Action = { id: string; label: string; icon: ReactNode; keys?: string; run: () => unknown };

const size = 16;

/** The actions of the command bar. */
export function useActions(showKeys: () => void): Action[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { username, role } = useProfile();
  const theme = useTheme((state) => state.theme);
  const logOut = useLogOut();
  const phone = usePhone();
  const { pathname } = useLocation();
  const { data: accounts = [] } = useQuery({ ...channelsQuery, enabled: false });
  const start = (kind: Start, label: string, icon: ReactNode): Action[] =>
    accounts.some(({ starts_by }) => starts_by === kind)
      ? [
          {
            id: `start ${kind}`,
            label,
            icon,
            run: () => {
              askToStart(kind);
              // The list opens the dialog, and a phone shows one pane at a time.
              if (phone || pathname !== paths.workspace) return navigate(workspacePath());
            },
          },
        ]
      : [];
  const go = (id: string, label: string, icon: ReactNode, to: string): Action => ({
    id,
    label,
    icon,
    run: () => navigate(to),
  });
  return [
    ...start("template", t("tickets.start"), <MessageSquarePlus size={size} />),
    ...start("mail", t("tickets.startMail"), <MailPlus size={size} />),
    go("pending", t("commands.pending"), <Inbox size={size} />, workspacePath()),
    go("closed", t("commands.closed"), <Archive size={size} />, workspacePath({ view: "closed" })),
    go("profile", t("shell.profile"), <User size={size} />, profilePath(username)),
    go("bubbles", t("commands.bubbles"), <MessageSquareQuote size={size} />, bubblesPath(username)),
    go("clients", t("shell.clients"), <ContactRound size={size} />, adminPaths.clients),
    go("tickets", t("shell.ticketTable"), <Table2 size={size} />, adminPaths.tickets),
    ...(abilitiesOf(role).has("manageSettings")
      ? [go("admin", t("shell.adminPanel"), <LayoutDashboard size={size} />, paths.adminPanel)]
      : []),
    {
      id: "theme",
      label: t(theme === "dark" ? "shell.themeToLight" : "shell.themeToDark"),
      icon: theme === "dark" ? <Sun size={size} /> : <Moon size={size} />,
      run: () => pickTheme(theme === "dark" ? "light" : "dark"),
    },
    { id: "keys", label: t("commands.keys"), icon: <Keyboard size={size} />, keys: "?", run: showKeys },
    { id: "logout", label: t("shell.logout"), icon: <LogOut size={size} />, run: logOut },
  ];
}
