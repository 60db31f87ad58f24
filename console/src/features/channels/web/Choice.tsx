import { Select } from "../../../ui/Select.tsx";
import type { Option } from "../../../ui/SelectParts.tsx";

type Props<Value extends string> = {
  label: string;
  value: Value;
  options: Option<Value>[];
  onChange: (value: Value) => void;
};

/** A select with a label. */
export function Choice<Value extends string>({ label, ...select }: Props<Value>) {
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      <span aria-hidden="true" className="text-s font-semibold text-text-2">
        {label}
      </span>
      <Select label={label} {...select} className="h-11 w-full" />
    </div>
  );
}
