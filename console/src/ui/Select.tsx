import { Select as Base } from "@base-ui/react/select";
import { type Look, type Option, SelectParts } from "./SelectParts.tsx";

type Props<Value extends string> = Look & {
  value: Value | null;
  options: Option<Value>[];
  onChange: (value: Value) => void;
  /** Shown while nothing is chosen. */
  placeholder?: string;
  disabled?: boolean;
};

/** A choice of one among a few, by mouse, touch or keyboard. */
export function Select<Value extends string>(props: Props<Value>) {
  const { value, options, onChange, placeholder = "", disabled, ...look } = props;
  const chosen = options.find((option) => option.value === value);
  return (
    <Base.Root
      items={options}
      value={value}
      onValueChange={(next) => next !== null && onChange(next)}
      disabled={disabled}
    >
      <SelectParts {...look} options={options} wraps={false}>
        {chosen?.label ?? placeholder}
      </SelectParts>
    </Base.Root>
  );
}
