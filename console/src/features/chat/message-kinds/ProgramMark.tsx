import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";

/** Warns of a file that runs when it is opened. */
export function ProgramMark() {
  const { t } = useTranslation();
  return (
    <span className="flex items-start gap-1 text-xs text-warn">
      <TriangleAlert size={13} aria-hidden="true" className="mt-px shrink-0" />
      {t("message.program")}
    </span>
  );
}
