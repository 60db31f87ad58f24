import type { Mail } from "@parley/contract/mail";
import { LetterText } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useMailView } from "./mail-views.ts";

/** Switches between a mail's own layout and its words alone. */
export function LayoutSwitch({ messageid, mail }: { messageid: string; mail: Mail }) {
  const { t } = useTranslation();
  const [view, setView] = useMailView(messageid);
  if (!mail.formatted || view.rest) return null;
  const label = t(view.asText ? "mail.showFormatted" : "mail.showText");
  return (
    <button
      type="button"
      aria-pressed={view.asText}
      aria-label={label}
      title={label}
      onClick={() => setView({ asText: !view.asText })}
      className="relative grid size-5 place-items-center self-center rounded-chip text-text-3 transition duration-150 before:absolute before:-inset-0.5 hover:bg-raised-2 hover:text-text aria-pressed:bg-raised-2 aria-pressed:text-text max-phone:before:-inset-3"
    >
      <LetterText size={14} aria-hidden="true" />
    </button>
  );
}
