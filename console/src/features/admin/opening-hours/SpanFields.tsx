import type { Span } from "@parley/contract/open-days";
import { Trash2 } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../ui/IconButton.tsx";
import { isClock } from "./clock.ts";
import { type Issue, settle } from "./draft.ts";

type Props = {
  label: string;
  span: Span;
  issue: Issue | null;
  onChange: (span: Span) => void;
  /** Undefined for the only span of a day: its switch closes the day. */
  onRemove: (() => void) | undefined;
  children: ReactNode;
};

/**
 * Beginning and end, written as people write times and read when the field is left. Faults are not reported while the
 * agent types.
 */
export function SpanFields({ label, span, issue, onChange, onRemove, children }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [writing, setWriting] = useState(false);
  const fault = writing ? null : issue;
  const meant = settle(span);
  const incomplete = fault === "missing" || fault === "unreadable";
  const finish = () => {
    setWriting(false);
    onChange(meant);
  };
  const clock = (end: "from" | "to") => (
    <input
      value={span[end]}
      onChange={({ target }) => {
        setWriting(true);
        onChange({ ...span, [end]: target.value });
      }}
      onBlur={() => writing && finish()}
      onKeyDown={({ key }) => key === "Enter" && writing && finish()}
      maxLength={20}
      autoComplete="off"
      placeholder="08:30"
      aria-label={`${label}: ${t(`openingHours.${end}`)}`}
      aria-invalid={fault !== null && (!incomplete || !isClock(meant[end]))}
      aria-describedby={`${id}-day ${id}-fault`}
      className="h-9 w-20 rounded-m border border-line-strong bg-raised px-2.5 text-center text-s tabular-nums placeholder:text-text-3 aria-invalid:border-danger max-phone:h-11"
    />
  );
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center gap-2">
        {clock("from")}
        <span aria-hidden="true" className="text-text-3">
          –
        </span>
        {clock("to")}
        <span id={`${id}-day`} className="text-xs text-text-2 empty:hidden">
          {!writing && meant.next_day && t("openingHours.untilNextDay", { time: meant.to })}
        </span>
        {onRemove && (
          <IconButton label={t("openingHours.removeSpan", { span: label })} onClick={onRemove}>
            <Trash2 size={16} />
          </IconButton>
        )}
        {children}
      </div>
      <p id={`${id}-fault`} role="alert" className="text-xs text-danger empty:hidden">
        {fault && t(`openingHours.issue.${fault}`)}
      </p>
    </div>
  );
}
