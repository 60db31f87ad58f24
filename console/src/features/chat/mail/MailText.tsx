import { useTranslation } from "react-i18next";
import { Text } from "../message-kinds/Text.tsx";

/** A mail's words, without its layout. */
export function MailText({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
    <div className="px-4 max-phone:px-3">
      {text ? <Text text={text} /> : <p className="text-text-2 italic">{t("mail.noText")}</p>}
    </div>
  );
}
