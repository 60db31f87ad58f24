import { useTranslation } from "react-i18next";
import { AskSpam } from "./AskSpam.tsx";

type Props = { count: number; busy: boolean; onClose: () => void; onConfirm: (block: boolean) => void };

export function SpamManyDialog({ count, ...asking }: Props) {
  const { t } = useTranslation();
  const words = {
    title: t("many.spamTitle", { count }),
    hint: t("many.spamHint", { count }),
    block: t("many.blockAll"),
    confirm: t("many.action.spam"),
  };
  return <AskSpam words={words} {...asking} />;
}
