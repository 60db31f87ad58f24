import type { Ticket } from "@parley/contract/tickets";
import { isType, typeMeanings } from "@parley/contract/timeline";
import { useTranslation } from "react-i18next";

/** The line of a card that says what was written last. */
export function LastMessage({ ticket: { last_message: last } }: { ticket: Ticket }) {
  const { t } = useTranslation();
  return (
    <span dir="auto" className="truncate text-left text-s leading-[18px] text-text-2">
      {last && words()}
    </span>
  );

  function words() {
    if (!last) return "";
    const { type, content, isagent } = last;
    const name = isType(type, "named") ? t(`tickets.preview.${type}`, { stars: content }) : "";
    const own = isType(type, "readable") ? content : "";
    const text = own && name ? `${name} · ${own}` : own || name;
    return isagent && typeMeanings[type].kind === "message" ? t("tickets.you", { text }) : text;
  }
}
