import type { Message } from "@parley/contract/messages";
import { typeMeanings } from "@parley/contract/timeline";
import { ChevronDown } from "lucide-react";
import { use } from "react";
import { useTranslation } from "react-i18next";
import { OpenMenuContext } from "./message-menu.ts";

type Props = {
  message: Message;
  own: boolean;
  /** True when the message fills the width of a phone, so that the button stands within it there. */
  wide?: boolean;
};

/** Opens a message's menu. It is visible on hover and on focus; on a phone always. */
export function MenuButton({ message, own, wide = false }: Props) {
  const { t } = useTranslation();
  const open = use(OpenMenuContext);
  if (!open || typeMeanings[message.type].kind === "trace") return null;
  return (
    <button
      type="button"
      data-menu
      aria-haspopup="menu"
      aria-label={t("message.actions")}
      onClick={({ currentTarget, detail }) =>
        open({ message, at: currentTarget, by: detail === 0 ? "key" : "mouse", opener: currentTarget })
      }
      className={`absolute top-1 grid size-7 place-items-center rounded-full bg-raised-2 text-text-2 opacity-0 transition-opacity duration-120 group-hover:opacity-100 focus-visible:opacity-100 max-phone:size-8 max-phone:bg-transparent max-phone:opacity-70 max-phone:before:absolute max-phone:before:-inset-1.5 ${own ? "-left-9" : "-right-9"} ${wide ? "max-phone:right-1 max-phone:left-auto" : ""}`}
    >
      <ChevronDown size={15} />
    </button>
  );
}
