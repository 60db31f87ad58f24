import { limits } from "@parley/contract/limits";
import { SendHorizontal } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { isComposing } from "../../../ui/composing.ts";
import { FileLine } from "../../../ui/FileLine.tsx";
import { useObjectUrl } from "../../../ui/object-url.ts";

type Props = { file: File; onCancel: () => void; onSend: (caption: string) => void };

/** The file to send: a preview if it is a picture, its name, size and type, and a text field. */
export function PrivateFilePreview({ file, onCancel, onSend }: Props) {
  const { t } = useTranslation();
  const [caption, setCaption] = useState("");
  const face = useObjectUrl(file);

  function pressed(event: KeyboardEvent) {
    if (isComposing(event)) return;
    if (event.key === "Escape") {
      // Escape discards the file and must not close the chat as well.
      event.preventDefault();
      onCancel();
    }
    if (event.key === "Enter" && !event.repeat) {
      event.preventDefault();
      onSend(caption.trim());
    }
  }

  return (
    <section aria-label={t("composer.file")} className="grid animate-arrive gap-3 p-1">
      {face && (
        <img
          src={face}
          alt={file.name}
          className="max-h-48 max-w-full justify-self-start rounded-m object-contain"
        />
      )}
      <FileLine name={file.name} size={file.size} type={file.type || t("composer.unknownType")} />
      <input
        // biome-ignore lint/a11y/noAutofocus: the file was just chosen, and its caption or Enter comes next
        autoFocus
        value={caption}
        maxLength={limits.caption}
        aria-label={t("composer.caption")}
        placeholder={t("composer.captionPlaceholder")}
        onChange={(event) => setCaption(event.target.value)}
        onKeyDown={pressed}
        className="h-11 rounded-m border border-line-strong bg-raised px-3 outline-none placeholder:text-text-3 focus-visible:border-accent-text"
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>{t("common.cancel")}</Button>
        <Button look="primary" icon={<SendHorizontal size={16} />} onClick={() => onSend(caption.trim())}>
          {t("composer.send")}
        </Button>
      </div>
    </section>
  );
}
