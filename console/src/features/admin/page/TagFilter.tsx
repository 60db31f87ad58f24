import { Tag, X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { TagPicker } from "../../tickets/tags/TagPicker.tsx";
import { useTags } from "../../tickets/tags/tags-query.ts";

type Props = { value: string | undefined; onChange: (tagid: string | undefined) => void };

/** Filters rows by a tag, which is searched in a dialog: there may be hundreds. */
export function TagFilter({ value, onChange }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [tag] = useTags(value ? [value] : []);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        icon={<Tag size={15} />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={value ? "border-transparent bg-accent-soft text-accent-text" : ""}
      >
        <span className="max-w-40 truncate">{tag ? tag.name : t("tags.every")}</span>
      </Button>
      {value && (
        <IconButton label={t("tags.every")} onClick={() => onChange(undefined)}>
          <X size={15} />
        </IconButton>
      )}
      {open && (
        <Dialog open onClose={close} title={t("tags.filter")}>
          <TagPicker
            chosen={new Set(value ? [value] : [])}
            makes={false}
            onToggle={(tagid) => {
              onChange(tagid === value ? undefined : tagid);
              close();
            }}
          />
          <div className="mt-4 flex justify-end">
            <Button onClick={close}>{t("common.cancel")}</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
