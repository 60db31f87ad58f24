import { Menu } from "@base-ui/react/menu";
import type { Message } from "@parley/contract/messages";
import type { Ticket } from "@parley/contract/tickets";
import { Copy, CopyPlus, Pin, PinOff, Reply } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { copyText } from "../../../ui/copy-text.ts";
import { MenuItem } from "../../../ui/MenuItem.tsx";
import { toast } from "../../../ui/toast.ts";
import { openTicketDialog } from "../../tickets/list/ticket-dialog.ts";
import { useIsPinned } from "../pins/pinned.ts";
import { usePin, useUnpin } from "../pins/pins.ts";
import { ChangeItems } from "./ChangeItems.tsx";
import { maySplit } from "./may-split.ts";
import type { MenuRequest } from "./message-menu.ts";
import { ReactionItems } from "./ReactionItems.tsx";
import { useMayReact } from "./reactions.ts";

type Props = {
  ticket: Ticket;
  request: MenuRequest;
  onClose: () => void;
  /** Absent where the agent may not answer. */
  onReply?: ((message: Message) => void) | undefined;
  /** Actions of this message alone; `onAnswered` keeps the focus for the composer. */
  more?: (onAnswered: () => void) => ReactNode;
};

/** The actions of a message: react to it, answer it, copy its text, pin or unpin it. */
export function MessageMenu({ ticket, request, onClose, onReply, more }: Props) {
  const { t } = useTranslation();
  const { message, at, by, opener, only } = request;
  const [open, setOpen] = useState(true);
  const [replied, setReplied] = useState(false);
  const pinned = useIsPinned(message.messageid);
  const mayReact = useMayReact(ticket, message);
  const [pin, unpin] = [usePin(ticket), useUnpin(ticket)];
  const resting = useRestingFinger(by === "touch");
  const anchor = useMemo(() => anchorOf(at), [at]);
  const text = message.type === "text" ? message.content : message.caption;
  const copy = () =>
    copyText(text ?? "").then(
      () => toast(t("message.copied")),
      () => toast(t("message.copyFailed"), "danger"),
    );
  const split = () => openTicketDialog(ticket.ticketid, "split", message.messageid);
  const reply = () => {
    setReplied(true);
    onReply?.(message);
  };
  return (
    <Menu.Root
      open={open}
      onOpenChange={(next) => (next || !resting.current) && setOpen(next)}
      onOpenChangeComplete={(shown) => !shown && onClose()}
    >
      {/* The menu is within the chat's landmark, where a screen reader looks for it. */}
      <Menu.Portal container={opener.closest<HTMLElement>("main") ?? undefined}>
        <Menu.Positioner
          anchor={anchor}
          positionMethod="fixed"
          side="bottom"
          align="start"
          sideOffset={4}
          className="z-50"
        >
          <Menu.Popup
            ref={by === "key" ? chooseFirst : undefined}
            aria-label={t(only ? "message.react" : "message.actions")}
            // The composer takes the focus for an answer.
            finalFocus={() => (replied ? false : opener)}
            className="min-w-44 rounded-m border border-line-strong bg-pane p-1 shadow-float outline-none"
          >
            {mayReact && <ReactionItems ticket={ticket} message={message} />}
            {!only && (
              <>
                {mayReact && <Menu.Separator className="my-1 h-px bg-line" />}
                {more?.(() => setReplied(true))}
                {onReply && <MenuItem Icon={Reply} label={t("message.reply")} onClick={reply} />}
                <ChangeItems ticket={ticket} message={message} />
                {text && <MenuItem Icon={Copy} label={t("message.copy")} onClick={copy} />}
                {ticket.can.close && maySplit(message) && (
                  <MenuItem Icon={CopyPlus} label={t("splitting.open")} onClick={split} />
                )}
                {!ticket.sighted && pinned && (
                  <MenuItem Icon={PinOff} label={t("message.unpin")} onClick={() => unpin.mutate(message)} />
                )}
                {!ticket.sighted && !pinned && (
                  <MenuItem Icon={Pin} label={t("message.pin")} onClick={() => pin.mutate(message)} />
                )}
              </>
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** The finger that opened the menu is lifted outside it, which must not close it: only the next touch counts. */
function useRestingFinger(rests: boolean) {
  const resting = useRef(rests);
  useEffect(() => {
    const touched = () => {
      resting.current = false;
    };
    document.addEventListener("pointerdown", touched, { capture: true, once: true });
    return () => document.removeEventListener("pointerdown", touched, { capture: true });
  }, []);
  return resting;
}

/**
 * Focuses the first item, as in a menu opened by a key. The menu itself takes the focus first. A key typed
 * before that has chosen its item already.
 */
function chooseFirst(popup: HTMLElement | null) {
  const items = '[role="menuitem"], [role="menuitemcheckbox"]';
  const frame = requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (!document.activeElement?.matches(items)) popup?.querySelector<HTMLElement>(items)?.focus();
    }),
  );
  return () => cancelAnimationFrame(frame);
}

/** An element, or a point where there is none. */
function anchorOf(at: MenuRequest["at"]) {
  return at instanceof Element ? at : { getBoundingClientRect: () => new DOMRect(at.x, at.y, 0, 0) };
}
