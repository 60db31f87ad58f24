import { useTranslation } from "react-i18next";
import { Skeleton } from "../../ui/Skeleton.tsx";

/** The workspace's shape while the session is being looked up. */
export function Starting() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t("shell.loading")} className="grid h-full grid-rows-[56px_1fr]">
      <div className="flex items-center gap-3 border-b border-line bg-pane px-4">
        <Skeleton className="size-7" />
        <Skeleton className="h-4 w-32" />
      </div>
    </div>
  );
}
