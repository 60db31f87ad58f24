import { Select } from "../../../ui/Select.tsx";
import type { Option } from "../../../ui/SelectParts.tsx";

type Props = {
  label: string;
  /** The option that means no filter. */
  everything: string;
  value: string | undefined;
  options: Option<string>[];
  onChange: (value: string | undefined) => void;
};

const all = "all";

/** Filters rows by one value of the column, or shows all. */
export function ColumnFilter({ label, everything, value, options, onChange }: Props) {
  return (
    <Select
      label={label}
      value={value ?? all}
      options={[{ value: all, label: everything }, ...options]}
      onChange={(chosen) => onChange(chosen === all ? undefined : chosen)}
      className={`max-w-52 ${value ? "border-transparent bg-accent-soft font-semibold text-accent-text" : ""}`}
    />
  );
}
