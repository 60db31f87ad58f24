import { Popover } from "@base-ui/react/popover";
import type { ReactNode, RefObject } from "react";

type Props = {
  label: string;
  anchor: RefObject<HTMLElement | null>;
  /** The element that gets the focus afterwards. */
  field: RefObject<HTMLElement | null>;
  onClose: () => void;
  children: ReactNode;
};

/** A panel that opens above a button of the composer. */
export function Panel({ label, anchor, field, onClose, children }: Props) {
  return (
    <Popover.Root
      open
      onOpenChange={(next, { event }) => {
        // The button itself opens and closes the panel.
        const onButton = event.target instanceof Node && anchor.current?.contains(event.target);
        if (!next && !(event.type !== "keydown" && onButton)) onClose();
      }}
    >
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor}
          side="top"
          align="start"
          sideOffset={10}
          collisionPadding={8}
          className="z-50"
        >
          <Popover.Popup
            aria-label={label}
            finalFocus={field}
            className="flex max-h-[min(360px,var(--available-height))] w-[340px] max-phone:w-[calc(100vw-16px)] flex-col overflow-hidden rounded-card border border-line-strong bg-pane shadow-float outline-none"
          >
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
