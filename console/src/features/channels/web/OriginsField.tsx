import { useId } from "react";
import { useTranslation } from "react-i18next";
import { LongField } from "../../../ui/LongField.tsx";
import { shortened } from "./origins.ts";

type Props = {
  rows: number;
  value: string;
  fault?: string | null;
  onChange: (value: string) => void;
};

/** The pages that may show a widget, one on each line. It says what of them counts where a line has a path. */
export function OriginsField({ rows, value, fault, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const short = shortened(value);
  return (
    <div className="grid gap-1.5">
      <LongField
        label={t("channelWeb.origins")}
        hint={t("channelWeb.originsHint")}
        rows={rows}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        placeholder="https://shop.example"
        spellCheck={false}
        aria-invalid={Boolean(fault) || undefined}
        {...(fault && { "aria-describedby": id })}
      />
      <p role="status" className="text-xs break-words text-warn empty:hidden">
        {short.length > 0 && t("channelWeb.hostCounts", { origins: short.join(", ") })}
      </p>
      {fault && (
        <p id={id} role="alert" className="text-s break-words text-danger">
          {fault}
        </p>
      )}
    </div>
  );
}
