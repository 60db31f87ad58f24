import { ChevronDown, Forward, type LucideIcon, Plus, Reply, ReplyAll } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ActionMenu } from "../../../ui/ActionMenu.tsx";
import type { AnswerKind } from "../../tickets/mail-head/recipients.ts";
import { kindsFor } from "./KindChoice.tsx";
import type { HiddenRow } from "./MailHead.tsx";

type Props = {
  kind: AnswerKind;
  /** True if more people than the sender take part. */
  others: boolean;
  onChoose: (kind: AnswerKind) => void;
  /** Lines of the header that are not shown yet. */
  rows: HiddenRow[];
};

const icons: Record<AnswerKind, LucideIcon> = { reply: Reply, all: ReplyAll, forward: Forward };

/** The menu of a phone: the kind of answer, and further header lines. */
export function KindMenu({ kind, others, onChoose, rows }: Props) {
  const { t } = useTranslation();
  const name = t(`mail.answer.${kind}`);
  return (
    <ActionMenu
      side="top"
      align="start"
      actions={[
        ...kindsFor(kind, others)
          .filter((one) => one !== kind)
          .map((one) => ({
            id: one,
            Icon: icons[one],
            label: t(`mail.answer.${one}`),
            act: () => onChoose(one),
          })),
        ...rows.map(({ row, ask }) => ({ id: row, Icon: Plus, label: t(`mail.${row}`), act: ask })),
      ]}
      trigger={
        <button
          type="button"
          aria-label={`${t("mailComposer.kind")}: ${name}`}
          className="flex h-11 max-w-[40%] shrink-0 items-center gap-1 rounded-chip text-s font-semibold"
        >
          <span className="truncate">{name}</span>
          <ChevronDown size={14} aria-hidden="true" className="shrink-0 text-text-3" />
        </button>
      }
    />
  );
}
