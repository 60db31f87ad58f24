import { useTranslation } from "react-i18next";
import { focusChat } from "../../../ui/focus-chat.ts";

/**
 * Moves keyboard focus past the lists. It is a button, since a link would change the address, which names the ticket.
 */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      onClick={focusChat}
      className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-m focus:bg-accent focus:px-4 focus:py-2 focus:font-bold focus:text-accent-ink"
    >
      {t("shell.skip")}
    </button>
  );
}
