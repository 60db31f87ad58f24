import { BookOpen, FileDown } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { helpPath } from "../../../help-paths.ts";

const look =
  "flex items-center gap-3 rounded-card border border-line bg-pane p-5 font-semibold transition duration-150 hover:border-line-strong hover:bg-raised";

/** The user guide, on screen and as a file. */
export function UserGuide() {
  const { t } = useTranslation();
  return (
    <div className="grid max-w-2xl gap-4">
      <p className="text-text-2">{t("help.about")}</p>
      <Link to={helpPath("first-steps")} className={look}>
        <BookOpen size={20} className="text-accent-text" aria-hidden="true" />
        {t("help.open")}
      </Link>
      <a href="/user-guide.pdf" target="_blank" rel="noreferrer" className={look}>
        <FileDown size={20} className="text-accent-text" aria-hidden="true" />
        {t("shell.userGuide")}
      </a>
    </div>
  );
}
