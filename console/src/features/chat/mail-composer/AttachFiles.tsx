import { Paperclip } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../ui/IconButton.tsx";

/** Opens the file dialog, in which several files may be chosen. */
export function AttachFiles({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useTranslation();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        multiple
        tabIndex={-1}
        aria-label={t("composer.attach")}
        className="hidden"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // Resetting lets the same file be chosen again.
          currentTarget.value = "";
        }}
      />
      <IconButton label={t("composer.attach")} onClick={() => picker.current?.click()}>
        <Paperclip size={18} />
      </IconButton>
    </>
  );
}
