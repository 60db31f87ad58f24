import type { Message } from "@parley/contract/messages";
import { isType } from "@parley/contract/timeline";
import { useTranslation } from "react-i18next";
import { useProfile } from "../../session/viewer.ts";
import type { Destination } from "../../tickets/messages/destination.ts";

type Props = { message: Message; clientName: string; onJump: (to: Destination) => void };

/** The message that this one answers; a click jumps to it. */
export function Quote({ message, clientName, onJump }: Props) {
  const { t } = useTranslation();
  const { companyName } = useProfile();
  const { originalMessageId: id, originalMessageSeq: seq, originalMessageType: type } = message;
  if (!id || !seq || !type) return null;
  const shown = isType(type, "named")
    ? t(`tickets.preview.${type}`, { stars: message.originalMessage })
    : message.originalMessage;
  return (
    <button
      type="button"
      title={t("message.quoted")}
      onClick={() => onJump({ messageid: id, seq })}
      className="mb-1.5 block w-full rounded-chip border-l-[3px] border-accent-text bg-accent-soft px-2.5 py-1 text-left text-xs"
    >
      <span className="block font-semibold text-accent-text">
        {message.originalMessageIsAgent ? companyName : clientName}
      </span>
      <span dir="auto" className="line-clamp-2 text-left break-words text-text-2">
        {shown}
      </span>
    </button>
  );
}
