import { useState } from "react";
import { Field } from "./Field.tsx";

type Props = { label: string; value: string; onChange: (time: string) => void };

/** A time of day, saved when the field is left or with Enter: while it is typed, it passes through times not meant. */
export function TimeOfDay({ label, value, onChange }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const finish = () => {
    setTyped(null);
    if (typed && typed !== value) onChange(typed);
  };
  return (
    <Field
      label={label}
      type="time"
      value={typed ?? value}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={finish}
      onKeyDown={({ key }) => key === "Enter" && finish()}
    />
  );
}
