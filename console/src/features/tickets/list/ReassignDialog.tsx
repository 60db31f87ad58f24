import { limits } from "@parley/contract/limits";
import type { Ticket } from "@parley/contract/tickets";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { LongField } from "../../../ui/LongField.tsx";
import { failureText } from "../../session/failure-text.ts";
import { type Target, useReassign } from "./reassign.ts";
import { TargetChoice } from "./TargetChoice.tsx";

type Props = { ticket: Ticket; onClose: () => void };

/** Chooses the target of a ticket: a department alone, or one of its agents. */
export function ReassignDialog({ ticket, onClose }: Props) {
  const { t } = useTranslation();
  const [target, setTarget] = useState<Target | null>(null);
  const [note, setNote] = useState("");
  const tooLong = note.trim().length > limits.messageText;
  const reassign = useReassign(ticket, onClose);
  const changes =
    target !== null &&
    (target.department.departmentid !== ticket.departmentid ||
      (target.agent?.userid ?? null) !== ticket.userid);
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t("reassign.title")}
      description={t("reassign.hint", { name: ticket.client_name })}
    >
      <TargetChoice ticket={ticket} present={ticket.departmentid} chosen={target} onChoose={setTarget} />
      <div className="mt-5">
        <LongField
          label={t("reassign.note")}
          rows={2}
          dir="auto"
          value={note}
          aria-invalid={tooLong}
          onChange={({ target }) => setNote(target.value)}
        />
        <p role="alert" className="pt-1 text-xs text-danger empty:hidden">
          {tooLong && t("reassign.noteTooLong", { count: note.trim().length, max: limits.messageText })}
        </p>
      </div>
      {reassign.error && (
        <p role="alert" className="mt-4 text-s text-danger">
          {t("reassign.failed", { reason: failureText(reassign.error, t) })}
        </p>
      )}
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={onClose}>{t("common.cancel")}</Button>
        <Button
          look="primary"
          disabled={!changes || tooLong || reassign.isPending}
          onClick={() => target && reassign.mutate({ ...target, note: note.trim() })}
        >
          {t("reassign.confirm")}
        </Button>
      </div>
    </Dialog>
  );
}
