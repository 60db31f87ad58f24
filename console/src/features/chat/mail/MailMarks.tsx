import type { MailMark } from "@parley/contract/mail";
import {
  Archive,
  Bot,
  CircleAlert,
  ClipboardPen,
  List,
  type LucideIcon,
  MailX,
  ReplyAll,
  ShieldAlert,
  Weight,
  Wind,
} from "lucide-react";
import { useTranslation } from "react-i18next";

const looks: Record<MailMark, { Icon: LucideIcon; warns: boolean }> = {
  unknown_sender: { Icon: CircleAlert, warns: true },
  unverified: { Icon: ShieldAlert, warns: true },
  reply_to_unproved: { Icon: ReplyAll, warns: true },
  form: { Icon: ClipboardPen, warns: true },
  automatic: { Icon: Bot, warns: false },
  list: { Icon: List, warns: false },
  large: { Icon: Weight, warns: false },
  header_only: { Icon: Weight, warns: true },
  storm: { Icon: Wind, warns: true },
  bounce: { Icon: MailX, warns: true },
  imported: { Icon: Archive, warns: false },
};

/** Notes about a mail that a reader should see before they answer it. */
export function MailMarks({ marks }: { marks: MailMark[] }) {
  const { t } = useTranslation();
  // A form has its own sentence, which also says why.
  const said = marks.includes("form") ? marks.filter((mark) => mark !== "unverified") : marks;
  if (said.length === 0) return null;
  return (
    <ul aria-label={t("mail.marks")} className="grid gap-1 px-4 pt-1.5 max-phone:px-3">
      {said.map((mark) => {
        const { Icon, warns } = looks[mark];
        return (
          <li
            key={mark}
            className={`flex items-start gap-1.5 text-xs ${warns ? "text-warn" : "text-text-2"}`}
          >
            <Icon size={13} aria-hidden="true" className="mt-0.5 shrink-0" />
            {t(`mail.mark.${mark}`)}
          </li>
        );
      })}
    </ul>
  );
}
