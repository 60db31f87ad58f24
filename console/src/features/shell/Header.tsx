import { useQueryClient } from "@tanstack/react-query";
import { LogOut, Moon, Sun } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { get } from "../../api/client.ts";
import { keys } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { Logo } from "../../ui/Logo.tsx";
import { pickTheme, useTheme } from "../../ui/theme.ts";
import { toast } from "../../ui/toast.ts";
import { useProfile } from "../session/viewer.ts";

export function Header() {
  const { t } = useTranslation();
  const { firstName, companyName, departmentName } = useProfile();
  const theme = useTheme((state) => state.theme);
  const logOut = useLogOut();
  return (
    <header className="flex h-14 items-center gap-2.5 border-b border-line bg-pane px-4">
      <Logo />
      <h1 className="truncate font-semibold">{t("shell.welcome", { name: firstName })}</h1>
      <p className="truncate text-s text-text-3 max-phone:hidden">
        {companyName} · {departmentName}
      </p>
      <span className="flex-1" />
      <IconButton
        label={t(theme === "dark" ? "shell.themeToLight" : "shell.themeToDark")}
        onClick={() => pickTheme(theme === "dark" ? "light" : "dark")}
      >
        {theme === "dark" ? <Sun size={18} /> : <Moon size={18} />}
      </IconButton>
      <IconButton label={t("shell.logout")} onClick={logOut}>
        <LogOut size={18} />
      </IconButton>
    </header>
  );
}

function useLogOut() {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { t } = useTranslation();
  return async () => {
    try {
      await get("/auth/logout");
    } catch (error) {
      // The session may still be there: leaving the screen would only look like logging out.
      toast(error instanceof Error ? error.message : t("common.unreachable"), "danger");
      return;
    }
    cache.setQueryData(keys.session, { status: "invalid" });
    await navigate(paths.signIn, { replace: true });
    cache.removeQueries({ predicate: (query) => query.queryKey[0] !== keys.session[0] });
  };
}
