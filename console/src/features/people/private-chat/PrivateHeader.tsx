import type { Colleague } from "@parley/contract/agents";
import { ArrowLeft, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Avatar } from "../../../ui/Avatar.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { shortenName } from "../../../ui/shorten.ts";
import { usePhone } from "../../../ui/viewport.ts";

type Props = {
  /** Null when there is no such colleague, undefined until that is known. */
  colleague: Colleague | null | undefined;
  onClose: () => void;
};

/** The colleague and whether they are online. */
export function PrivateHeader({ colleague, onClose }: Props) {
  const { t } = useTranslation();
  const phone = usePhone();
  return (
    <div className="flex min-h-[60px] items-center gap-3 border-b border-line px-4 py-2 max-phone:px-2">
      {phone && (
        <IconButton label={t("privateChat.back")} onClick={onClose}>
          <ArrowLeft size={19} />
        </IconButton>
      )}
      {colleague && <Who colleague={colleague} />}
      {colleague === undefined && <Skeleton className="h-4 w-40" />}
      <span className="flex-1" />
      {!phone && (
        <IconButton label={t("privateChat.close")} onClick={onClose}>
          <X size={18} />
        </IconButton>
      )}
    </div>
  );
}

function Who({ colleague }: { colleague: Colleague }) {
  const { t } = useTranslation();
  const { first_name, last_name, department, status, profile_pic } = colleague;
  const name = `${first_name} ${last_name}`.trim();
  return (
    <>
      <Avatar name={name} picture={profile_pic} status={status} />
      <div className="min-w-0">
        <h2 className="truncate font-semibold" title={name} aria-label={name}>
          {shortenName(name)}
        </h2>
        <p className="truncate text-xs text-text-3">
          {t(status === "online" ? "colleagues.isOnline" : "colleagues.isOffline")} · {department}
        </p>
      </div>
    </>
  );
}
