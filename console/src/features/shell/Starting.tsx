import { WifiOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Banner } from "../../ui/Banner.tsx";
import { useOnline } from "../../ui/online.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";

/** The workspace's shape while the session is being looked up; without a network it waits like this for one. */
export function Starting() {
  const { t } = useTranslation();
  const online = useOnline();
  return (
    <div
      role="status"
      aria-label={online ? t("shell.loading") : undefined}
      className="grid h-full grid-rows-[56px_auto_1fr]"
    >
      <div className="flex items-center gap-3 border-b border-line bg-pane px-4">
        <Skeleton className="size-7" />
        <Skeleton className="h-4 w-32" />
      </div>
      {!online && <Banner tone="warn" icon={<WifiOff size={16} />} text={t("connection.offline")} />}
    </div>
  );
}
