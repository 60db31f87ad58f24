import type { ReactNode } from "react";

export const optionId = (list: string, index: number) => `${list}-${index}`;

type Props<One> = {
  id: string;
  label: string;
  found: One[];
  active: number;
  keyOf: (one: One) => string;
  onChoose: (one: One) => void;
  children: (one: One) => ReactNode;
};

/** The choices that a sign in the text offers, above it. The focus stays in the text. */
export function OfferedList<One>({ id, label, found, active, keyOf, onChoose, children }: Props<One>) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      className="absolute inset-x-0 bottom-full z-20 mb-2 max-h-72 animate-arrive overflow-y-auto rounded-card border border-line-strong bg-pane p-1.5 text-m shadow-float"
    >
      {found.map((one, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the text keeps the focus and names the active one
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text handles the keys
        <div
          key={keyOf(one)}
          id={optionId(id, index)}
          role="option"
          aria-selected={index === active}
          ref={(row) => {
            if (index === active) row?.scrollIntoView({ block: "nearest" });
          }}
          // Keeps the focus in the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(one)}
          className="flex min-h-11 cursor-pointer items-baseline gap-3 rounded-m px-3 py-2 hover:bg-raised aria-selected:bg-raised-2"
        >
          {children(one)}
        </div>
      ))}
    </div>
  );
}
