import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import type { Target } from "./reassign.ts";
import { TargetChoice } from "./TargetChoice.tsx";

type Props = {
  /** The tickets that move; the agents are those whom the first can be given to. */
  ticketids: string[];
  busy: boolean;
  onClose: () => void;
  onConfirm: (target: Target) => void;
};

/** Chooses the target of the chosen tickets: a department alone, or one of its agents. */
export function MoveManyDialog({ ticketids, busy, onClose, onConfirm }: Props) {
  const { t } = useTranslation();
  const [target, setTarget] = useState<Target | null>(null);
  const [first = ""] = ticketids;
  return (
    <Dialog open wide onClose={onClose} title={t("many.moveTitle", { count: ticketids.length })}>
      <TargetChoice ticket={{ ticketid: first, userid: null }} chosen={target} onChoose={setTarget} />
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={onClose}>{t("common.cancel")}</Button>
        <Button look="primary" disabled={!target || busy} onClick={() => target && onConfirm(target)}>
          {t("reassign.confirm")}
        </Button>
      </div>
    </Dialog>
  );
}
