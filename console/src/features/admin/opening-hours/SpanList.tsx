import type { Span } from "@parley/contract/open-days";
import { Plus, Trash2 } from "lucide-react";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { type Issue, nextSpan } from "./draft.ts";

type Props = {
  /** The day or the exception, for the names of the controls. */
  of: string;
  spans: Span[];
  issues: (Issue | null)[];
  onChange: (spans: Span[]) => void;
};

/** The spans of one day. Without any the day is closed. */
export function SpanList({ of, spans, issues, onChange }: Props) {
  const { t } = useTranslation();
  const add = spans.length < 12 && (
    <IconButton
      label={t("openingHours.addSpanTo", { of })}
      onClick={() => onChange([...spans, nextSpan(spans)])}
    >
      <Plus size={16} />
    </IconButton>
  );
  if (spans.length === 0) {
    return (
      <div className="flex min-h-9 items-center gap-2">
        <p className="text-s text-text-3">{t("openingHours.closed")}</p>
        {add}
      </div>
    );
  }
  return (
    <div className="grid min-w-0 gap-2">
      {spans.map((span, index) => (
        <SpanFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a span has no identity but its place
          key={index}
          label={t("openingHours.spanOf", { of, number: index + 1 })}
          span={span}
          issue={issues[index] ?? null}
          onChange={(to) => onChange(spans.with(index, to))}
          onRemove={() => onChange(spans.toSpliced(index, 1))}
        >
          {index === spans.length - 1 && add}
        </SpanFields>
      ))}
    </div>
  );
}

type FieldsProps = {
  label: string;
  span: Span;
  issue: Issue | null;
  onChange: (span: Span) => void;
  onRemove: () => void;
  children: ReactNode;
};

function SpanFields({ label, span, issue, onChange, onRemove, children }: FieldsProps) {
  const { t } = useTranslation();
  const id = useId();
  const clock = (end: "from" | "to") => (
    <input
      type="time"
      value={span[end]}
      onChange={({ target }) => onChange({ ...span, [end]: target.value })}
      aria-label={`${label}: ${t(`openingHours.${end}`)}`}
      aria-invalid={issue !== null}
      aria-describedby={issue ? id : undefined}
      className="h-9 w-32 rounded-m border border-line-strong bg-raised px-2.5 text-s tabular-nums aria-invalid:border-danger max-phone:h-11 max-phone:w-[8.5rem] max-phone:px-1.5"
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
        <span className="flex items-center gap-2 text-xs text-text-2 max-phone:min-h-11">
          <Checkbox
            label={`${label}: ${t("openingHours.nextDay")}`}
            checked={span.next_day}
            onChange={(next_day) => onChange({ ...span, next_day })}
          />
          <span aria-hidden="true">{t("openingHours.nextDay")}</span>
        </span>
        <IconButton label={t("openingHours.removeSpan", { span: label })} onClick={onRemove}>
          <Trash2 size={16} />
        </IconButton>
        {children}
      </div>
      <p id={id} role="alert" className="text-xs text-danger empty:hidden">
        {issue && t(`openingHours.issue.${issue}`)}
      </p>
    </div>
  );
}
