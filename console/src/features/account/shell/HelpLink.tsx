import { CircleQuestionMark } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { helpFor, helpPath } from "../../../help-paths.ts";
import { IconLink } from "../../../ui/IconLink.tsx";

/** Opens the guide's page about this screen, beside it. */
export function HelpLink() {
  const { t } = useTranslation();
  return (
    <IconLink to={helpPath(helpFor(useLocation()))} label={t("shell.help")} newTab>
      <CircleQuestionMark size={18} />
    </IconLink>
  );
}
