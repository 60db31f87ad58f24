import type { Message } from "@parley/contract/messages";
import { CircleHelp, FileDown } from "lucide-react";
import { useTranslation } from "react-i18next";
import { MenuItem } from "../message-kinds/MenuItem.tsx";

type Props = {
  message: Message;
  onWhy: (message: Message) => void;
};

/** What can be done with a mail beyond what can be done with every message. */
export function MailMenuItems({ message, onWhy }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <MenuItem Icon={CircleHelp} label={t("mail.why")} onClick={() => onWhy(message)} />
      <MenuItem
        Icon={FileDown}
        label={t("mail.original")}
        download={`/mails/${message.messageid}/original`}
      />
    </>
  );
}
