import { CSPProvider } from "@base-ui/react/csp-provider";
import { Select as Base } from "@base-ui/react/select";
import { Check, ChevronDown } from "lucide-react";

export type Option<Value extends string> = { value: Value; label: string };

type Props<Value extends string> = {
  label: string;
  value: Value | null;
  options: Option<Value>[];
  onChange: (value: Value) => void;
  /** Shown while nothing is chosen. */
  placeholder?: string;
  disabled?: boolean;
  invalid?: boolean;
  className?: string;
};

/** A choice of one among a few, by mouse, touch or keyboard. Between 140 and 300 pixels high. */
export function Select<Value extends string>(props: Props<Value>) {
  const { label, value, options, onChange, placeholder, disabled, invalid, className = "" } = props;
  return (
    // Our pages forbid inline styles; the library's own only hides a scroll bar.
    <CSPProvider disableStyleElements>
      <Base.Root
        items={options}
        value={value}
        onValueChange={(next) => next !== null && onChange(next)}
        disabled={disabled}
      >
        <Base.Trigger
          aria-label={label}
          aria-invalid={invalid || undefined}
          className={`flex h-9 items-center justify-between gap-2 rounded-m border border-line-strong bg-raised px-3 text-left text-s transition duration-150 hover:bg-raised-2 aria-invalid:border-danger data-disabled:cursor-not-allowed data-disabled:opacity-50 max-phone:h-11 ${className}`}
        >
          <Base.Value className="min-w-0 truncate data-placeholder:text-text-3">
            {(chosen: Value | null) =>
              options.find((option) => option.value === chosen)?.label ?? placeholder ?? ""
            }
          </Base.Value>
          <Base.Icon className="shrink-0 text-text-3">
            <ChevronDown size={16} />
          </Base.Icon>
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner sideOffset={6} alignItemWithTrigger={false} className="z-50">
            <Base.Popup className="max-h-[min(300px,var(--available-height))] min-w-[var(--anchor-width)] max-w-[var(--available-width)] overflow-y-auto rounded-m border border-line-strong bg-pane p-1 shadow-float outline-none">
              <Base.List>
                {options.map((option) => (
                  <Base.Item
                    key={option.value}
                    value={option.value}
                    className="flex cursor-pointer items-center gap-2 rounded-chip px-2.5 py-1.5 text-s outline-none data-highlighted:bg-raised-2 max-phone:min-h-11"
                  >
                    <Base.ItemText className="min-w-0 flex-1 truncate">{option.label}</Base.ItemText>
                    <Base.ItemIndicator className="text-accent-text">
                      <Check size={15} />
                    </Base.ItemIndicator>
                  </Base.Item>
                ))}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  );
}
