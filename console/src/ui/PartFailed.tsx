import { useTranslation } from "react-i18next";
import { LoadFailed } from "./LoadFailed.tsx";

/** Shown in place of a part that failed to load. A browser may keep the failure until the page is loaded anew. */
export function PartFailed() {
  const { t } = useTranslation();
  const text = (
    <>
      {t("routeError.part")} <span className="text-text-2">{t("routeError.hint")}</span>
    </>
  );
  return (
    <div className="p-3">
      <LoadFailed focused text={text} label={t("routeError.reload")} onRetry={() => location.reload()} />
    </div>
  );
}
