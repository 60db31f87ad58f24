import { type ComponentType, type ReactNode, type RefObject, Suspense, useRef, useState } from "react";
import { IconButton } from "../../../ui/IconButton.tsx";

/** The props of a composer's panel: its anchor, and the element that gets the focus when it closes. */
export type PanelProps<Value = string> = {
  anchor: RefObject<HTMLElement | null>;
  field: RefObject<HTMLElement | null>;
  onChoose: (value: Value) => void;
  onClose: () => void;
};

type Props<Value> = Pick<PanelProps<Value>, "field" | "onChoose"> & {
  label: string;
  panel: ComponentType<PanelProps<Value>>;
  children: ReactNode;
};

/** Opens a panel above itself; a choice in it is inserted into the text. */
export function PanelButton<Value>({ label, panel: Panel, field, onChoose, children }: Props<Value>) {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  return (
    <span ref={anchor}>
      <IconButton label={label} aria-haspopup="dialog" aria-expanded={open} onClick={() => setOpen(!open)}>
        {children}
      </IconButton>
      {open && (
        <Suspense fallback={null}>
          <Panel anchor={anchor} field={field} onChoose={onChoose} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  );
}
