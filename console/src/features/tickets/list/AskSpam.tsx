import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { CheckRow } from "../../../ui/CheckRow.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { useViewer } from "../../session/viewer.ts";

type Props = {
  words: { title: string; hint: string; block: string; confirm: string };
  busy: boolean;
  onClose: () => void;
  onConfirm: (block: boolean) => void;
};

/** Asks whether something is spam, and those who may block clients whether they are blocked. */
export function AskSpam({ words, busy, onClose, onConfirm }: Props) {
  const { t } = useTranslation();
  const mayBlock = useViewer().abilities.has("manageClients");
  const [block, setBlock] = useState(false);
  return (
    <Dialog open onClose={onClose} title={words.title} description={words.hint}>
      {mayBlock && <CheckRow label={words.block} checked={block} onChange={setBlock} className="mt-4" />}
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={onClose}>{t("common.cancel")}</Button>
        <Button look="primary" disabled={busy} onClick={() => onConfirm(block)}>
          {words.confirm}
        </Button>
      </div>
    </Dialog>
  );
}
