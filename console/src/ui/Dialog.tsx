import { Dialog as Base } from "@base-ui/react/dialog";
import type { ReactNode } from "react";

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: string;
  /** True for two columns beside each other. */
  wide?: boolean;
  children: ReactNode;
};

/** A modal dialog. Focus is trapped in it and returns on closing. */
export function Dialog({ open, onClose, title, description, wide, children }: Props) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop
          // A dialog over the sheet of a client dims the sheet, too.
          forceRender
          className="fixed inset-0 z-50 bg-scrim transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <Base.Popup
          className={`fixed top-1/2 left-1/2 z-50 ${wide ? "w-[min(640px,calc(100vw-32px))]" : "w-[min(440px,calc(100vw-32px))]"} max-h-[calc(100dvh-32px)] -translate-x-1/2 -translate-y-1/2 overflow-auto break-words rounded-card outline-none border border-line-strong bg-pane p-6 shadow-float transition duration-150 data-ending-style:scale-97 data-ending-style:opacity-0 data-starting-style:scale-97 data-starting-style:opacity-0`}
        >
          <Base.Title className="text-l font-semibold tracking-tight">{title}</Base.Title>
          {description && <Base.Description className="mt-2 text-text-2">{description}</Base.Description>}
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
