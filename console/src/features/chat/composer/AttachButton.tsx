import { limits } from "@parley/contract/limits";
import { Paperclip } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../ui/IconButton.tsx";

type Props = { onFile: (file: File) => void; onCancel: () => void };

/** Opens the file dialog. One file at a time. */
export function AttachButton({ onFile, onCancel }: Props) {
  const { t } = useTranslation();
  const picker = useRef<HTMLInputElement>(null);

  function open() {
    const field = picker.current;
    if (!field) return;
    field.value = "";
    field.click();
    // Not every browser reports a cancelled dialog: the window regains the focus and no file follows.
    const back = () => setTimeout(() => !field.files?.length && onCancel(), limits.fileDialogCancelCheck);
    window.addEventListener("focus", back, { once: true });
  }

  return (
    <>
      <input
        ref={picker}
        type="file"
        tabIndex={-1}
        aria-label={t("composer.attach")}
        className="hidden"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) onFile(file);
        }}
      />
      <IconButton label={t("composer.attach")} onClick={open}>
        <Paperclip size={18} />
      </IconButton>
    </>
  );
}
