import type { Message } from "@parley/contract/messages";
import { X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../ui/IconButton.tsx";
import { useProfile } from "../../session/viewer.ts";
import { messageSummary } from "../message-kinds/message-summary.ts";

type Props = { message: Message; clientName: string; onCancel: () => void };

/** The message that is being answered, shown above the text. */
export function ReplyingTo({ message, clientName, onCancel }: Props) {
  const { t } = useTranslation();
  const { companyName } = useProfile();
  const name = message.isagent ? (message.created_by_name ?? companyName) : clientName;
  return (
    <div className="flex items-center gap-2 rounded-[12px] bg-raised py-1 pr-1 pl-3">
      <p className="min-w-0 flex-1 border-l-[3px] border-accent-text pl-2.5 text-xs">
        <span className="block font-semibold text-accent-text">
          {t("composer.replyingTo")} {name}
        </span>
        <span className="block truncate text-text-2">{messageSummary(t, message)}</span>
      </p>
      <IconButton label={t("composer.cancelReply")} onClick={onCancel}>
        <X size={16} />
      </IconButton>
    </div>
  );
}
