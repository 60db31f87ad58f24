import { Checkbox as Base } from "@base-ui/react/checkbox";
import { Check, Minus } from "lucide-react";

type Props = {
  /** A label beside it names this id. */
  id?: string;
  label: string;
  checked: boolean;
  /** True when some of the items it controls are checked. */
  mixed?: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
};

export function Checkbox({ id, label, checked, mixed = false, disabled, onChange }: Props) {
  return (
    <Base.Root
      id={id}
      aria-label={label}
      checked={checked}
      indeterminate={mixed && !checked}
      disabled={disabled}
      onCheckedChange={onChange}
      className="relative grid size-4.5 shrink-0 place-items-center rounded-[5px] border border-line-strong bg-raised text-accent-ink transition duration-150 data-checked:border-accent data-checked:bg-accent data-disabled:cursor-not-allowed data-disabled:opacity-40 data-indeterminate:border-accent data-indeterminate:bg-accent max-phone:before:absolute max-phone:before:-inset-3.5"
    >
      <Base.Indicator className="grid place-items-center">
        {mixed && !checked ? <Minus size={13} strokeWidth={3} /> : <Check size={13} strokeWidth={3} />}
      </Base.Indicator>
    </Base.Root>
  );
}
