import type { Tag } from "@parley/contract/tags";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { TagPicker } from "../../tickets/tags/TagPicker.tsx";
import { useTagSettings } from "./tag-settings.ts";

type Props = { tag: Tag; onClose: () => void };

/** Asks which tag the tickets get. */
export function MergeTag({ tag: { tagid, name }, onClose }: Props) {
  const { t } = useTranslation();
  const { merge } = useTagSettings();
  const [into, setInto] = useState<string | null>(null);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("tags.mergeTitle", { name })}
      description={t("tags.mergeHint", { name })}
    >
      <TagPicker chosen={new Set(into ? [into] : [])} onToggle={setInto} without={tagid} makes={false} />
      <div className="mt-4 flex justify-end gap-2">
        <Button onClick={onClose}>{t("common.cancel")}</Button>
        <Button
          look="danger"
          disabled={!into || merge.isPending}
          onClick={() => into && merge.mutate({ tagid, into }, { onSuccess: onClose })}
        >
          {t("tags.merge")}
        </Button>
      </div>
    </Dialog>
  );
}
