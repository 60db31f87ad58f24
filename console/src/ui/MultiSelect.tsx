import { Select as Base } from "@base-ui/react/select";
import { type Look, type Option, SelectParts } from "./SelectParts.tsx";

type Props = Look & {
  values: string[];
  options: Option<string>[];
  onChange: (values: string[]) => void;
  /** Shown while nothing is chosen. */
  placeholder: string;
};

/** A choice of some among several, by mouse, touch or keyboard; the chosen ones are named, however many. */
export function MultiSelect({ values, options, onChange, placeholder, ...look }: Props) {
  const named = options.filter(({ value }) => values.includes(value)).map((option) => option.label);
  return (
    <Base.Root multiple items={options} value={values} onValueChange={onChange}>
      <SelectParts {...look} options={options} wraps>
        {named.length > 0 ? named.join(", ") : placeholder}
      </SelectParts>
    </Base.Root>
  );
}
