import type { Message } from "@parley/contract/messages";
import { MessageCircleWarning } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { messageSummary } from "../message-kinds/message-summary.ts";

type Props = {
  clientName: string;
  news: Message[];
  /** Disabled for a moment: the key that sent the reply may still be down. */
  armed: boolean;
  onSend: () => void;
  onEdit: () => void;
};

/** The client's new messages above a refused reply, and the choice to send it anyway. */
export function GuardNotice({ clientName, news, armed, onSend, onEdit }: Props) {
  const { t } = useTranslation();
  return (
    <section
      aria-label={t("composer.guard")}
      className="mb-1 grid animate-arrive gap-2 rounded-[12px] border-l-[3px] border-warn bg-raised py-2.5 pr-2.5 pl-3.5"
    >
      <div role="alert" className="grid gap-1.5">
        <p className="flex items-center gap-2 text-s font-semibold">
          <MessageCircleWarning size={16} aria-hidden="true" className="shrink-0 text-warn" />
          {t("composer.guardTitle", { name: clientName })}
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard */}
        <ul tabIndex={0} aria-label={t("composer.guardNews")} className="grid max-h-36 gap-1 overflow-y-auto">
          {news.map((message) => (
            <li
              key={message.messageid}
              dir="auto"
              className="justify-self-start rounded-m border border-line bg-theirs px-2.5 py-1 text-s break-words whitespace-pre-wrap [overflow-wrap:anywhere]"
            >
              {messageSummary(t, message)}
            </li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="quiet" size="small" onClick={onEdit}>
          {t("composer.guardEdit")} <Key name="Esc" />
        </Button>
        <Button size="small" disabled={!armed} onClick={onSend}>
          {t("composer.guardSend")} <Key name="Enter" />
        </Button>
      </div>
    </section>
  );
}

function Key({ name }: { name: string }) {
  return (
    <kbd className="rounded-chip border border-line-strong px-1.5 font-mono text-[10.5px] text-text-2 max-phone:hidden">
      {name}
    </kbd>
  );
}
