import { Menu } from "@base-ui/react/menu";
import type { Message } from "@parley/contract/messages";
import { ChevronDown, Copy, Reply } from "lucide-react";
import { useTranslation } from "react-i18next";
import { toast } from "../../../ui/toast.ts";

type Props = { message: Message; own: boolean; onReply?: (message: Message) => void };

const item =
  "flex cursor-default items-center gap-2.5 rounded-chip px-3 py-2 text-s outline-none data-highlighted:bg-raised-2 max-phone:py-3";

/** What can be done with a message. Shown on hover and on focus; on a phone always. */
export default function MessageMenu({ message, own, onReply }: Props) {
  const { t } = useTranslation();
  const text = message.content || message.caption;
  const copies = text && (message.type === "text" || message.caption);
  if (!onReply && !copies) return null;
  const copy = async () => {
    await navigator.clipboard.writeText(text ?? "");
    toast(t("message.copied"));
  };
  return (
    <Menu.Root>
      <Menu.Trigger
        aria-label={t("message.actions")}
        className={`absolute top-1 grid size-7 place-items-center rounded-full bg-raised-2 text-text-2 opacity-0 transition-opacity duration-120 group-hover:opacity-100 focus-visible:opacity-100 data-popup-open:opacity-100 max-phone:size-8 max-phone:bg-transparent max-phone:opacity-70 max-phone:before:absolute max-phone:before:-inset-1.5 ${own ? "-left-9" : "-right-9"}`}
      >
        <ChevronDown size={15} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={6} align={own ? "end" : "start"} className="z-50">
          <Menu.Popup className="min-w-40 rounded-m border border-line-strong bg-pane p-1 shadow-float outline-none">
            {onReply && (
              <Menu.Item className={item} onClick={() => onReply(message)}>
                <Reply size={16} aria-hidden="true" />
                {t("message.reply")}
              </Menu.Item>
            )}
            {copies && (
              <Menu.Item className={item} onClick={copy}>
                <Copy size={16} aria-hidden="true" />
                {t("message.copy")}
              </Menu.Item>
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
