import type { Ticket } from "@parley/contract/tickets";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { TagPicker } from "../tags/TagPicker.tsx";
import { useToggleTag } from "./change-tags.ts";

type Props = { ticket: Ticket; onClose: () => void };

/** Each choice takes effect at once. */
export function TagDialog({ ticket, onClose }: Props) {
  const { t } = useTranslation();
  const { mutate: toggle } = useToggleTag(ticket);
  return (
    <Dialog open onClose={onClose} title={t("tags.title")}>
      <TagPicker chosen={new Set(ticket.tags)} onToggle={toggle} />
      <div className="mt-4 flex justify-end">
        <Button onClick={onClose}>{t("tags.done")}</Button>
      </div>
    </Dialog>
  );
}
