import { CSPProvider } from "@base-ui/react/csp-provider";
import { Select as Base } from "@base-ui/react/select";
import { Check, ChevronDown } from "lucide-react";
import type { Option } from "./Select.tsx";

type Props = {
  label: string;
  values: string[];
  options: Option<string>[];
  onChange: (values: string[]) => void;
  /** Shown while nothing is chosen. */
  placeholder: string;
  invalid?: boolean;
  className?: string;
};

/** A choice of some among several, by mouse, touch or keyboard; the chosen ones are named, however many. */
export function MultiSelect({
  label,
  values,
  options,
  onChange,
  placeholder,
  invalid,
  className = "",
}: Props) {
  const named = options.filter(({ value }) => values.includes(value)).map((option) => option.label);
  return (
    <CSPProvider disableStyleElements>
      <Base.Root multiple items={options} value={values} onValueChange={onChange}>
        <Base.Trigger
          aria-label={label}
          aria-invalid={invalid || undefined}
          className={`flex min-h-9 items-center justify-between gap-2 rounded-m border border-line-strong bg-raised px-3 py-1 text-left text-s transition duration-150 hover:bg-raised-2 aria-invalid:border-danger max-phone:min-h-11 ${className}`}
        >
          <Base.Value className="min-w-0 break-words data-placeholder:text-text-3">
            {() => (named.length > 0 ? named.join(", ") : placeholder)}
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
                    <Base.ItemText className="min-w-0 flex-1 break-words">{option.label}</Base.ItemText>
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
