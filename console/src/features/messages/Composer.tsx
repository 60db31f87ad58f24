import type { Message } from "@parley/contract/messages";
import { Paperclip, SendHorizontal } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { tellTyping } from "../../api/events.ts";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { whenNotTyping } from "../../ui/keys.ts";
import { usePhone } from "../../ui/viewport.ts";
import { useDraft } from "./drafts.ts";
import { ReplyingTo } from "./ReplyingTo.tsx";

/** What Telegram takes in one message; the server refuses more with its own words. */
const longest = 4096;
const typingEvery = 3000;

type Props = {
  ticketid: string;
  clientName: string;
  replyTo: Message | null;
  onCancelReply: () => void;
  onFile: (file: File) => void;
  onSend: (text: string) => void;
};

export function Composer({ ticketid, clientName, replyTo, onCancelReply, onFile, onSend }: Props) {
  const { t } = useTranslation();
  const phone = usePhone();
  const [text, setText] = useDraft(ticketid);
  const area = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const told = useRef(0);
  const tooLong = text.length > longest;

  useEffect(() => whenNotTyping({ KeyR: () => area.current?.focus() }), []);
  useEffect(() => {
    if (replyTo) area.current?.focus();
  }, [replyTo]);

  function submit() {
    const written = text.trim();
    if (!written || tooLong) return;
    setText("");
    onSend(written);
    area.current?.focus();
  }

  function pressed(event: KeyboardEvent) {
    // Enter that chooses a word of an input method is not meant for us.
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      submit();
    }
    if (event.key === "Escape" && replyTo) onCancelReply();
    else if (event.key === "Escape") area.current?.blur();
  }

  function pasted(event: ClipboardEvent) {
    const file = event.clipboardData.files[0];
    if (!file) return;
    event.preventDefault();
    onFile(file);
  }

  function typed(next: string) {
    setText(next);
    if (Date.now() - told.current < typingEvery) return;
    told.current = Date.now();
    tellTyping(ticketid);
  }

  return (
    <>
      <div className="rounded-card border border-line-strong bg-pane p-1 shadow-float transition-colors duration-150 focus-within:border-accent-text">
        {replyTo && <ReplyingTo message={replyTo} clientName={clientName} onCancel={onCancelReply} />}
        <textarea
          ref={area}
          rows={1}
          dir="auto"
          value={text}
          aria-label={t("composer.label")}
          placeholder={t("composer.placeholder")}
          onChange={(event) => typed(event.target.value)}
          onKeyDown={pressed}
          onPaste={pasted}
          className="field-sizing-content block max-h-52 min-h-11 w-full resize-none bg-transparent px-3.5 py-2.5 outline-none placeholder:text-text-3"
        />
        <div className="flex items-center gap-0.5 px-1 pb-0.5">
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
          <span className="flex-1" />
          {tooLong && (
            <span role="alert" className="pr-2 text-xs text-danger tabular-nums">
              {t("composer.tooLong", { count: text.length, max: longest })}
            </span>
          )}
          <Button
            look="primary"
            disabled={!text.trim() || tooLong}
            onClick={submit}
            icon={<SendHorizontal size={16} />}
          >
            {t("composer.send")}
          </Button>
        </div>
      </div>
      {!phone && (
        <p className="flex justify-between px-2 pt-1.5 text-xs text-text-3">
          <span>{t("composer.hint")}</span>
          {text && <span>{t("composer.draft")}</span>}
        </p>
      )}
    </>
  );
}
