import { limits } from "@parley/contract/limits";
import { useQueryClient } from "@tanstack/react-query";
import { Paperclip, SendHorizontal } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../ui/IconButton.tsx";
import { FilePreview } from "../messages/FilePreview.tsx";
import { send } from "./sending.ts";

type Props = { userid: string; name: string; file: File | null; onFile: (file: File | null) => void };

export function PrivateComposer({ userid, name, file, onFile }: Props) {
  const cache = useQueryClient();
  return (
    <div className="border-t border-line bg-pane p-2.5 pb-[max(10px,env(safe-area-inset-bottom))]">
      {file ? (
        <FilePreview
          file={file}
          onCancel={() => onFile(null)}
          onSend={(caption) => {
            send(cache, userid, caption, file);
            onFile(null);
          }}
        />
      ) : (
        <Writing name={name} onFile={onFile} onSend={(text) => send(cache, userid, text)} />
      )}
    </div>
  );
}

type WritingProps = { name: string; onFile: (file: File) => void; onSend: (text: string) => void };

function Writing({ name, onFile, onSend }: WritingProps) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const area = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);

  function submit() {
    const written = text.trim();
    if (!written) return;
    setText("");
    onSend(written);
    area.current?.focus();
  }

  function pressed(event: KeyboardEvent) {
    // Enter that chooses a word of an input method is not meant for us.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  }

  function pasted(event: ClipboardEvent) {
    const file = event.clipboardData.files[0];
    if (!file) return;
    event.preventDefault();
    onFile(file);
  }

  return (
    <div className="flex items-end gap-0.5 rounded-card border border-line-strong bg-raised p-1 transition-colors duration-150 focus-within:border-accent-text">
      <input
        ref={picker}
        type="file"
        tabIndex={-1}
        aria-label={t("composer.attach")}
        className="hidden"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) onFile(file);
          event.target.value = "";
        }}
      />
      <IconButton label={t("composer.attach")} onClick={() => picker.current?.click()}>
        <Paperclip size={18} />
      </IconButton>
      <textarea
        ref={area}
        rows={1}
        dir="auto"
        value={text}
        maxLength={limits.messageText}
        aria-label={t("privateChat.write", { name })}
        placeholder={t("composer.placeholder")}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={pressed}
        onPaste={pasted}
        className="field-sizing-content block max-h-40 min-h-9 min-w-0 flex-1 resize-none bg-transparent px-1.5 py-2 outline-none placeholder:text-text-3 max-phone:min-h-11 max-phone:py-3"
      />
      <IconButton label={t("composer.send")} disabled={!text.trim()} onClick={submit}>
        <SendHorizontal size={18} className={text.trim() ? "text-accent-text" : ""} />
      </IconButton>
    </div>
  );
}
