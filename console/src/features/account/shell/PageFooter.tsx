import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { helpFor, helpPath } from "../../../help-paths.ts";
import { paths } from "../../../paths.ts";

const look =
  "underline decoration-line-strong underline-offset-2 hover:text-text max-phone:inline-flex max-phone:min-h-11 max-phone:min-w-11 max-phone:items-center max-phone:justify-center";

/** The version, the user guide, and its page about this screen. */
export function PageFooter() {
  const { t } = useTranslation();
  const here = useLocation();
  return (
    <footer
      data-keep-clear
      className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 px-4 py-2 text-xs text-text-3"
    >
      <span>{t("signIn.version")}</span>
      <a href="/user-guide.pdf" target="_blank" rel="noreferrer" className={look}>
        {t("shell.userGuide")}
      </a>
      {!here.pathname.startsWith(paths.help) && (
        <Link to={helpPath(helpFor(here))} target="_blank" rel="noreferrer" className={look}>
          {t("shell.help")}
        </Link>
      )}
    </footer>
  );
}
