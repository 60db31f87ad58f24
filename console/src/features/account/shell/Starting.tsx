import { WifiOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useOnline } from "../../../ui/online.ts";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { PaneState } from "../../../ui/States.tsx";

/** The workspace's shape while the session is looked up. Without a network it stays until there is one. */
export function Starting() {
  const { t } = useTranslation();
  const online = useOnline();
  return (
    <div
      role="status"
      aria-label={online ? t("shell.loading") : undefined}
      className="grid h-full grid-rows-[56px_1fr]"
    >
      <div className="flex items-center gap-3 border-b border-line bg-pane px-4">
        <Skeleton className="size-7" />
        <Skeleton className="h-4 w-32" />
      </div>
      {!online && (
        <PaneState
          icon={<WifiOff size={22} />}
          title={t("connection.none")}
          hint={t("connection.noneHint")}
        />
      )}
    </div>
  );
}
