import type { Message } from "@parley/contract/messages";
import type { Ticket } from "@parley/contract/tickets";
import { SmilePlus } from "lucide-react";
import { use } from "react";
import { useTranslation } from "react-i18next";
import { OpenMenuContext } from "./message-menu.ts";
import { useMayReact } from "./reactions.ts";

/**
 * Opens the picker of reactions, beside the menu's button. It is visible on hover and on focus; on a phone the menu has
 * it.
 */
export function ReactButton({ ticket, message }: { ticket: Ticket; message: Message }) {
  const { t } = useTranslation();
  const open = use(OpenMenuContext);
  const mayReact = useMayReact(ticket, message);
  if (!open || !mayReact) return null;
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-label={t("message.react")}
      onClick={({ currentTarget, detail }) => {
        const by = detail === 0 ? "key" : "mouse";
        open({ message, at: currentTarget, by, opener: currentTarget, only: "reactions" });
      }}
      className={`absolute top-1 grid size-7 place-items-center rounded-full bg-raised-2 text-text-2 opacity-0 transition-opacity duration-120 group-hover:opacity-100 focus-visible:opacity-100 max-phone:hidden ${message.isagent ? "-left-17" : "-right-17"}`}
    >
      <SmilePlus size={15} />
    </button>
  );
}
