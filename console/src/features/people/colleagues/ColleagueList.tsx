import { useTranslation } from "react-i18next";
import { Colleagues } from "./Colleagues.tsx";

/** The workspace's right-hand list. */
export function ColleagueList() {
  const { t } = useTranslation();
  return (
    <aside
      aria-label={t("colleagues.title")}
      className="flex min-h-0 flex-col overflow-auto border-l border-line bg-pane pb-4"
    >
      <h2 className="px-4 pt-[18px] pb-1 text-l font-semibold tracking-tight">{t("colleagues.title")}</h2>
      <Colleagues />
    </aside>
  );
}
