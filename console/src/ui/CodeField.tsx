import { limits } from "@parley/contract/limits";
import { Field } from "./Field.tsx";

type Props = { label: string; value: string; onChange: (code: string) => void; autoFocus?: boolean };

/** A field for six digits from a mail. Pasted text may have spaces or words around them. */
export function CodeField({ label, value, onChange, autoFocus }: Props) {
  return (
    <Field
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value.replace(/\D/g, "").slice(0, limits.codeLength))}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoFocus={autoFocus}
      spellCheck={false}
      className="h-13 min-w-0 flex-1 rounded-m bg-transparent px-3 text-center font-mono text-xl tracking-[0.4em] outline-none"
    />
  );
}
