import { limits } from "@parley/contract/limits";
import { useQueryClient } from "@tanstack/react-query";
import { SendHorizontal } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isComposing } from "../../../ui/composing.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { AttachButton } from "../../chat/composer/AttachButton.tsx";
import { useAutogrow } from "../../chat/composer/autogrow.ts";
import { EmojiButton } from "../../chat/composer/EmojiButton.tsx";
import { useInsert } from "../../chat/composer/insert.ts";
import { pastedFile } from "../../chat/composer/pasted-file.ts";
import { PrivateFilePreview } from "./PrivateFilePreview.tsx";
import { send } from "./sending.ts";

type Props = { userid: string; name: string; file: File | null; onFile: (file: File | null) => void };

/** The composer of a private chat. Its text stays while a file is previewed. */
export function PrivateComposer({ userid, name, file, onFile }: Props) {
  const cache = useQueryClient();
  const [text, setText] = useState("");
  return (
    <div className="border-t border-line bg-pane p-2.5 pb-[max(10px,env(safe-area-inset-bottom))]">
      {file ? (
        <PrivateFilePreview
          file={file}
          onCancel={() => onFile(null)}
          onSend={(caption) => {
            send(cache, userid, caption, file);
            onFile(null);
          }}
        />
      ) : (
        <Writing
          name={name}
          text={text}
          setText={setText}
          onFile={onFile}
          onSend={(written) => send(cache, userid, written)}
        />
      )}
    </div>
  );
}

type WritingProps = {
  name: string;
  text: string;
  setText: (text: string) => void;
  onFile: (file: File) => void;
  onSend: (text: string) => void;
};

function Writing({ name, text, setText, onFile, onSend }: WritingProps) {
  const { t } = useTranslation();
  const area = useRef<HTMLTextAreaElement>(null);
  const insert = useInsert(area, setText);
  useAutogrow(area, text);
  useEffect(() => takeFocus(area.current), []);

  function submit() {
    const written = text.trim();
    if (!written) return;
    setText("");
    onSend(written);
    area.current?.focus();
  }

  function pressed(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    // Ignores key repeat.
    if (!event.repeat) submit();
  }

  function pasted(event: ClipboardEvent) {
    const file = pastedFile(event.clipboardData);
    if (!file) return;
    event.preventDefault();
    onFile(file);
  }

  return (
    <div className="rounded-card border border-line-strong bg-raised p-1 transition-colors duration-150 focus-within:border-accent-text">
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
        className="field-sizing-content block max-h-40 min-h-10 w-full resize-none bg-transparent px-3 py-2 outline-none placeholder:text-text-3 max-phone:min-h-11"
      />
      <div className="flex items-center gap-0.5">
        <AttachButton onFile={onFile} onCancel={() => area.current?.focus()} />
        <EmojiButton onChoose={insert} field={area} />
        <span className="flex-1" />
        <IconButton label={t("composer.send")} disabled={!text.trim()} onClick={submit}>
          <SendHorizontal size={18} className={text.trim() ? "text-accent-text" : ""} />
        </IconButton>
      </div>
    </div>
  );
}

/** Focuses it on opening, unless another field has the focus; not on touch screens, whose keyboard would cover the messages. */
function takeFocus(area: HTMLTextAreaElement | null): void {
  const { activeElement } = document;
  const free =
    activeElement === document.body || area?.closest("[data-private-chat]")?.contains(activeElement);
  if (free && matchMedia("(pointer: fine)").matches) area?.focus();
}
