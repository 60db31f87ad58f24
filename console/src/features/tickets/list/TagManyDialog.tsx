import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { TagPicker } from "../tags/TagPicker.tsx";

type Props = {
  count: number;
  busy: boolean;
  onClose: () => void;
  onConfirm: (change: { add: string[]; remove: string[] }) => void;
};

/** Chooses tags, which the chosen tickets get or lose. */
export function TagManyDialog({ count, busy, onClose, onConfirm }: Props) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (tagid: string) =>
    setChosen((before) => {
      const others = [...before].filter((id) => id !== tagid);
      return new Set(before.has(tagid) ? others : [...others, tagid]);
    });
  const disabled = busy || chosen.size === 0;
  return (
    <Dialog open onClose={onClose} title={t("many.tagTitle", { count })}>
      <TagPicker chosen={chosen} onToggle={toggle} />
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t("common.cancel")}</Button>
        <Button disabled={disabled} onClick={() => onConfirm({ add: [], remove: [...chosen] })}>
          {t("tags.remove")}
        </Button>
        <Button
          look="primary"
          disabled={disabled}
          onClick={() => onConfirm({ add: [...chosen], remove: [] })}
        >
          {t("tags.add")}
        </Button>
      </div>
    </Dialog>
  );
}
