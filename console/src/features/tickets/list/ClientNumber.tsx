import { limits } from "@parley/contract/limits";
import type { Ticket } from "@parley/contract/tickets";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { isComposing } from "../../../ui/composing.ts";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { putFacts } from "./cache.ts";

/** The client's number, edited in place: Enter saves it, Escape leaves it unchanged. */
export function ClientNumber({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const givesBack = useRef(false);
  useEffect(() => {
    if (editing || !givesBack.current) return;
    givesBack.current = false;
    button.current?.focus();
  }, [editing]);
  if (editing) {
    return (
      <NumberField
        ticket={ticket}
        onDone={() => {
          givesBack.current = true;
          setEditing(false);
        }}
        onLeave={() => setEditing(false)}
      />
    );
  }
  if (ticket.sighted)
    return ticket.account_number && <span className="font-mono wrap-anywhere">{ticket.account_number}</span>;
  return (
    <button
      ref={button}
      type="button"
      onClick={() => setEditing(true)}
      title={t("tickets.number")}
      className="group/number pointer-events-auto relative flex items-start gap-1 rounded-chip text-left hover:text-text max-phone:before:absolute max-phone:before:-inset-x-3.5 max-phone:before:-inset-y-3.5"
    >
      <span className="sr-only">{t("tickets.numberOf", { name: ticket.client_name })}:</span>
      {ticket.account_number ? (
        <span className="font-mono text-text-2 wrap-anywhere">{ticket.account_number}</span>
      ) : (
        <>
          <span className="sr-only">{t("tickets.addNumber")}</span>
          <span aria-hidden="true">{t("tickets.numberShort")}</span>
        </>
      )}
      <Pencil
        size={11}
        aria-hidden="true"
        className="mt-[3px] shrink-0 opacity-60 group-hover/number:opacity-100"
      />
    </button>
  );
}

type FieldProps = { ticket: Ticket; onDone: () => void; onLeave: () => void };

function NumberField({ ticket, onDone, onLeave }: FieldProps) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const before = ticket.account_number ?? "";
  const [text, setText] = useState(before);
  const save = useMutation({
    mutationFn: (client_number: string) =>
      call("updateClientNumber", {
        body: {
          client_number,
          clientid: ticket.clientid,
          departmentId: ticket.departmentid,
          created_on: ticket.created_on,
          ticketid: ticket.ticketid,
        },
      }),
    onSuccess: (number) => {
      putFacts(cache, number);
      onDone();
    },
    onError: (error) => toast(t("tickets.numberFailed", { reason: failureText(error, t) }), "danger"),
  });

  function pressed(event: KeyboardEvent) {
    // Enter may end an input method's composition.
    if (isComposing(event)) return;
    if (event.key !== "Enter" && event.key !== "Escape") return;
    // The button gets the focus, and the rest of this key press would press it.
    event.preventDefault();
    if (event.key === "Escape") return onDone();
    if (save.isPending) return;
    if (text.trim() === before) onDone();
    else save.mutate(text.trim());
  }

  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was just pressed
      autoFocus
      value={text}
      maxLength={limits.clientNumber}
      aria-label={t("tickets.numberOf", { name: ticket.client_name })}
      aria-invalid={save.isError}
      readOnly={save.isPending}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={pressed}
      onBlur={() => text.trim() === before && onLeave()}
      className="pointer-events-auto h-6 w-32 min-w-0 rounded-chip border border-line-strong bg-raised-2 px-1.5 font-mono text-xs text-text outline-none focus:border-accent-text aria-invalid:border-danger max-phone:h-11 max-phone:text-[16px]"
    />
  );
}
