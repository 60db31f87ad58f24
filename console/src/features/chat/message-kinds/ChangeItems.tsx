import type { Message } from "@parley/contract/messages";
import type { Ticket } from "@parley/contract/tickets";
import { Pencil, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { MenuItem } from "../../../ui/MenuItem.tsx";
import { askChange } from "./asked-change.ts";
import { useMayChange } from "./may-change.ts";

/** Edits and deletes one's own message; what the channel cannot do says so. */
export function ChangeItems({ ticket, message }: { ticket: Ticket; message: Message }) {
  const { t } = useTranslation();
  const { edit, remove } = useMayChange(ticket, message);
  return (
    <>
      {edit && (
        <MenuItem
          Icon={Pencil}
          label={t("sentChanges.edit")}
          {...(edit !== "yes" && { whyNot: t(`sentChanges.noEdit.${edit}`) })}
          onClick={() => askChange({ message, kind: "edit" })}
        />
      )}
      {remove && (
        <MenuItem
          Icon={Trash2}
          label={t("sentChanges.delete")}
          {...(remove !== "yes" && { whyNot: t(`sentChanges.noDelete.${remove}`) })}
          onClick={() => askChange({ message, kind: "delete" })}
        />
      )}
    </>
  );
}
