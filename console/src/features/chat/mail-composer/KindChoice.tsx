import { useTranslation } from "react-i18next";
import type { AnswerKind } from "../../tickets/mail-head/recipients.ts";

type Props = {
  kind: AnswerKind;
  /** True if more people than the sender take part. */
  others: boolean;
  onChoose: (kind: AnswerKind) => void;
};

/** Chooses between reply, reply to all and forward. */
export function KindChoice({ kind, others, onChoose }: Props) {
  const { t } = useTranslation();
  return (
    <fieldset aria-label={t("mailComposer.kind")} className="flex flex-wrap gap-0.5 px-2 pt-1.5">
      {kindsFor(kind, others).map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === kind}
          onClick={() => one !== kind && onChoose(one)}
          className="rounded-chip px-2.5 py-1 text-s font-semibold text-text-3 transition duration-150 hover:text-text aria-pressed:bg-raised-2 aria-pressed:text-text max-phone:min-h-11"
        >
          {t(`mail.answer.${one}`)}
        </button>
      ))}
    </fieldset>
  );
}

export const kindsFor = (kind: AnswerKind, others: boolean): AnswerKind[] =>
  others || kind === "all" ? ["reply", "all", "forward"] : ["reply", "forward"];
