import type { FormEvent, ReactNode } from "react";
import { Dialog } from "./Dialog.tsx";
import { Field } from "./Field.tsx";

type Props = {
  title: string;
  wide?: boolean;
  /** The label of the name's field. */
  label: string;
  maxLength: number;
  name: string;
  onName: (name: string) => void;
  onSave: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog that edits something with a name: the name's field stands first. */
export function NamedDialog({
  title,
  wide = false,
  label,
  maxLength,
  name,
  onName,
  onSave,
  onClose,
  children,
}: Props) {
  function submit(event: FormEvent) {
    event.preventDefault();
    onSave();
  }
  return (
    <Dialog wide={wide} open onClose={onClose} title={title}>
      <form onSubmit={submit} className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
        <Field
          label={label}
          required
          maxLength={maxLength}
          value={name}
          onChange={({ target }) => onName(target.value)}
        />
        {children}
      </form>
    </Dialog>
  );
}
