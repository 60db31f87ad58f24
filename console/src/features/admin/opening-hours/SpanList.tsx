import type { Span } from "@parley/contract/open-days";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../ui/IconButton.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { type Issue, nextSpan } from "./draft.ts";
import { SpanFields } from "./SpanFields.tsx";

type Props = {
  /** The day or the exception, for the names of the controls. */
  of: string;
  spans: Span[];
  issues: (Issue | null)[];
  onChange: (spans: Span[]) => void;
};

/** Switches a day open or closed, and edits its spans. A day that is opened again has the spans it had. */
export function SpanList({ of, spans, issues, onChange }: Props) {
  const { t } = useTranslation();
  const [before, setBefore] = useState<Span[]>([]);
  const open = spans.length > 0;
  const flip = (on: boolean) => {
    if (!on) setBefore(spans);
    onChange(on ? (before.length > 0 ? before : [nextSpan([])]) : []);
  };
  return (
    <div className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-3 max-phone:grid-cols-[minmax(0,1fr)]">
      <p className="flex min-h-9 items-center gap-2.5 self-start text-s max-phone:min-h-11">
        <Switch label={t("openingHours.openOf", { of })} checked={open} onChange={flip} />
        <span aria-hidden="true" className={open ? "" : "text-text-3"}>
          {t(open ? "openingHours.open" : "openingHours.closed")}
        </span>
      </p>
      <div className="grid min-w-0 gap-2 empty:hidden">
        {spans.map((span, index) => (
          <SpanFields
            // biome-ignore lint/suspicious/noArrayIndexKey: a span has no identity but its place
            key={index}
            label={t("openingHours.spanOf", { of, number: index + 1 })}
            span={span}
            issue={issues[index] ?? null}
            onChange={(to) => onChange(spans.with(index, to))}
            onRemove={spans.length > 1 ? () => onChange(spans.toSpliced(index, 1)) : undefined}
          >
            {index === spans.length - 1 && spans.length < 12 && (
              <IconButton
                label={t("openingHours.addSpanTo", { of })}
                onClick={() => onChange([...spans, nextSpan(spans)])}
              >
                <Plus size={16} />
              </IconButton>
            )}
          </SpanFields>
        ))}
      </div>
    </div>
  );
}
