import { useTranslation } from "react-i18next";
import { Dialog } from "../../../ui/Dialog.tsx";
import { commandKey } from "./keys.ts";

type Props = { open: boolean; onClose: () => void };

/** The list of keyboard shortcuts. */
export function KeyList({ open, onClose }: Props) {
  const { t } = useTranslation();
  const keys: [string, string][] = [
    [commandKey("K"), t("commands.key.find")],
    ["J", t("commands.key.next")],
    ["K", t("commands.key.previous")],
    ["1 … 9", t("commands.key.views")],
    ["A", t("commands.key.accept")],
    ["Z", t("commands.key.snooze")],
    ["F", t("commands.key.follow")],
    ["T", t("commands.key.tags")],
    ["P", t("commands.key.priority")],
    ["D", t("commands.key.details")],
    ["C", t("commands.key.client")],
    ["R", t("commands.key.reply")],
    ["N", t("commands.key.note")],
    ["Esc", t("commands.key.leave")],
    ["/", t("commands.key.bubble")],
    ["Enter", t("commands.key.send")],
    ["Shift + Enter", t("commands.key.newLine")],
    ["Alt + Enter", t("commands.key.sendLater")],
    [commandKey("Z"), t("commands.key.takeBack")],
    ["Shift + F10", t("commands.key.menu")],
    ["?", t("commands.key.list")],
  ];
  return (
    <Dialog open={open} onClose={onClose} title={t("commands.keys")}>
      <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-5 gap-y-2.5">
        {keys.map(([key, text]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded-chip border border-line-strong bg-raised px-2 py-0.5 font-mono text-xs whitespace-nowrap">
                {key}
              </kbd>
            </dt>
            <dd className="text-s text-text-2">{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
