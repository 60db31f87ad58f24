import { limits } from "@parley/contract/limits";
import type { SharedBubble } from "@parley/contract/shared-bubbles";
import { Paperclip, X } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { FileLine } from "../../../ui/FileLine.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { useSharedSettings } from "./shared-settings.ts";

type Props = {
  bubble: SharedBubble | undefined;
  /** False until the bubble can be saved, which the first file does. */
  mayAdd: boolean;
  saved: () => Promise<SharedBubble>;
  onChange: (bubble: SharedBubble) => void;
};

/** The files of a bubble. Each use sends a copy of them. */
export function Files({ bubble, mayAdd, saved, onChange }: Props) {
  const { t } = useTranslation();
  const { addFile, removeFile } = useSharedSettings();
  const picker = useRef<HTMLInputElement>(null);
  const files = bubble?.files ?? [];
  async function add(file: File) {
    const { bubbleid } = await saved();
    addFile.mutate({ bubbleid, file }, { onSuccess: onChange });
  }
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-s font-semibold text-text-2">{t("bubbles.files")}</legend>
      {files.map(({ fileid, name, size, type }) => (
        <FileLine key={fileid} name={name} size={size} type={type}>
          <IconButton
            label={t("bubbles.removeFile", { name })}
            disabled={removeFile.isPending}
            onClick={() =>
              bubble && removeFile.mutate({ bubbleid: bubble.bubbleid, fileid }, { onSuccess: onChange })
            }
          >
            <X size={16} />
          </IconButton>
        </FileLine>
      ))}
      <input
        ref={picker}
        type="file"
        tabIndex={-1}
        aria-label={t("bubbles.addFile")}
        className="hidden"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) void add(file);
          // Resetting lets the same file be chosen again.
          currentTarget.value = "";
        }}
      />
      <div>
        <Button
          size="small"
          icon={<Paperclip size={15} />}
          disabled={!mayAdd || addFile.isPending || files.length >= limits.bubbleFiles}
          onClick={() => picker.current?.click()}
        >
          {t("bubbles.addFile")}
        </Button>
      </div>
    </fieldset>
  );
}
