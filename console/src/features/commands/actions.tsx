import { abilitiesOf } from "@parley/contract/abilities";
import {
  Archive,
  ContactRound,
  Inbox,
  Keyboard,
  LayoutDashboard,
  LogOut,
  MessageSquareQuote,
  Moon,
  Sun,
  Table2,
  User,
} from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { adminPaths, bubblesPath, paths, profilePath, workspacePath } from "../../paths.ts";
import { pickTheme, useTheme } from "../../ui/theme.ts";
import { useLogOut } from "../session/log-out.ts";
import { useProfile } from "../session/viewer.ts";

export type Action = { id: string; label: string; icon: ReactNode; keys?: string; run: () => unknown };

const size = 16;

/** What the command bar offers to do. */
export function useActions(showKeys: () => void): Action[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { username, role } = useProfile();
  const theme = useTheme((state) => state.theme);
  const logOut = useLogOut();
  const go = (id: string, label: string, icon: ReactNode, to: string): Action => ({
    id,
    label,
    icon,
    run: () => navigate(to),
  });
  return [
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
