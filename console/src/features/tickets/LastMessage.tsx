import type { Ticket } from "@parley/contract/tickets";
import { useTranslation } from "react-i18next";

const worded = new Set(["image", "video", "audio", "document", "location", "close", "reopen"]);

/** The line of a card that says what was written last. */
export function LastMessage({ ticket: { last_message: last } }: { ticket: Ticket }) {
  const { t } = useTranslation();
  return (
    <span dir="auto" className="truncate text-left text-s text-text-2">
      {last && words()}
    </span>
  );

  function words() {
    if (!last) return "";
    const { type, content, isagent } = last;
    if (type === "rating") return t("tickets.preview.rating", { stars: content });
    const kind = worded.has(type) ? t(`tickets.preview.${type}`) : "";
    // What close, reopen and location carry is not for reading.
    const own = ["text", "image", "video", "audio", "document"].includes(type) ? content : "";
    const text = own && kind ? `${kind} · ${own}` : own || kind;
    return isagent && type !== "close" ? t("tickets.you", { text }) : text;
  }
}
