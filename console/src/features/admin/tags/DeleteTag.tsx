import type { Tag } from "@parley/contract/tags";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { useTagSettings } from "./tag-settings.ts";

type Props = { tag: Tag; uses: { tickets: number; clients: number }; onClose: () => void };

/** Says how many tickets and clients lose the tag before it is deleted. */
export function DeleteTag({ tag: { tagid, name }, uses, onClose }: Props) {
  const { t } = useTranslation();
  const { remove } = useTagSettings();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("tags.deleteTitle", { name })}
      description={[
        t("tags.deleteHint", { count: uses.tickets }),
        ...(uses.clients > 0 ? [t("tags.deleteClients", { count: uses.clients })] : []),
      ].join(" ")}
    >
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={onClose}>{t("common.cancel")}</Button>
        <Button
          look="danger"
          disabled={remove.isPending}
          onClick={() => remove.mutate(tagid, { onSuccess: onClose })}
        >
          {t("tags.delete")}
        </Button>
      </div>
    </Dialog>
  );
}
