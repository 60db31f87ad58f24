import type { Message } from "@parley/contract/messages";
import { CircleHelp, FileDown, Forward, Reply, ReplyAll } from "lucide-react";
import { useTranslation } from "react-i18next";
import { addressOf } from "../../../api/address.ts";
import { MenuItem } from "../../../ui/MenuItem.tsx";
import type { AnswerKind } from "../../tickets/mail-head/recipients.ts";

type Props = {
  message: Message;
  /** Absent where the agent may not answer. */
  onAnswer: ((message: Message, kind: AnswerKind) => void) | undefined;
  onWhy: (message: Message) => void;
};

/** The menu items of a mail, beyond those of every message. */
export function MailMenuItems({ message, onAnswer, onWhy }: Props) {
  const { t } = useTranslation();
  return (
    <>
      {onAnswer && (
        <>
          <MenuItem Icon={Reply} label={t("mail.answer.reply")} onClick={() => onAnswer(message, "reply")} />
          <MenuItem Icon={ReplyAll} label={t("mail.answer.all")} onClick={() => onAnswer(message, "all")} />
          <MenuItem
            Icon={Forward}
            label={t("mail.answer.forward")}
            onClick={() => onAnswer(message, "forward")}
          />
        </>
      )}
      <MenuItem Icon={CircleHelp} label={t("mail.why")} onClick={() => onWhy(message)} />
      <MenuItem
        Icon={FileDown}
        label={t("mail.original")}
        download={addressOf("getMailOriginal", { params: { messageid: message.messageid } }).address}
      />
    </>
  );
}
