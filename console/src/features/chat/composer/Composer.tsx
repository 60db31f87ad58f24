import type { Message } from "@parley/contract/messages";
import type { Ticket } from "@parley/contract/tickets";
import { SendHorizontal } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { sendTyping } from "../../../api/events.ts";
import { Button } from "../../../ui/Button.tsx";
import { isComposing } from "../../../ui/composing.ts";
import { whenNotTyping } from "../../../ui/keys.ts";
import { usePhone } from "../../../ui/viewport.ts";
import { AttachButton } from "./AttachButton.tsx";
import { useAutogrow } from "./autogrow.ts";
import { BubbleButton } from "./BubbleButton.tsx";
import { EmojiButton } from "./EmojiButton.tsx";
import { GuardNotice } from "./GuardNotice.tsx";
import { useInsert } from "./insert.ts";
import { pastedFile } from "./pasted-file.ts";
import { ReplyingTo } from "./ReplyingTo.tsx";
import { SendLaterButton } from "./SendLaterButton.tsx";
import { SlashBubbles } from "./SlashBubbles.tsx";
import { useSendTyping } from "./send-typing.ts";
import { useTakeBackLast } from "./take-back-last.ts";
import { useDraft } from "./use-draft.ts";
import { useGuard } from "./use-guard.ts";
import { useSlash } from "./use-slash.ts";

type Props = {
  ticket: Ticket;
  /** UTF-16 units, as messengers count. */
  longest: number;
  replyTo: Message | null;
  focused: boolean;
  onCancelReply: () => void;
  onFile: (file: File) => void;
  /** `leaves`: the text is sent later, at this time. */
  onSend: (text: string, leaves?: string) => void;
};

export function Composer({ ticket, longest, replyTo, focused, onCancelReply, onFile, onSend }: Props) {
  const { t } = useTranslation();
  const { ticketid, client_name: clientName } = ticket;
  const phone = usePhone();
  const [text, setText, saved] = useDraft(ticketid);
  const area = useRef<HTMLTextAreaElement>(null);
  const focus = () => area.current?.focus();
  const insert = useInsert(area, setText);
  const showTyping = useSendTyping(ticketid);
  const { held, armed, release } = useGuard(ticketid);
  const slash = useSlash(text, ({ content }) => insert(content, { from: 0, to: text.length }));
  const [asksWhen, askWhen] = useState(false);
  const takeBackLast = useTakeBackLast(ticketid);
  const tooLong = text.length > longest;
  useAutogrow(area, text);
  useEffect(() => whenNotTyping({ KeyR: () => area.current?.focus() }), []);
  useEffect(() => {
    if (replyTo || held || focused) area.current?.focus();
  }, [replyTo, held, focused]);

  function submit(leaves?: string) {
    const written = text.trim();
    if (!written || tooLong || (held && !armed)) return;
    release();
    setText("");
    sendTyping(ticketid, "nothing");
    if (leaves) onSend(written, leaves);
    else onSend(written);
    focus();
  }

  function keepEditing() {
    release();
    focus();
  }

  function pressed(event: KeyboardEvent) {
    if (isComposing(event)) return;
    if (slash.pressed(event)) return event.preventDefault();
    if (event.key === "z" && (event.ctrlKey || event.metaKey) && !text && takeBackLast())
      return event.preventDefault();
    if (event.key === "Enter" && event.altKey) {
      event.preventDefault();
      if (text.trim() && !tooLong) askWhen(true);
      return;
    }
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      if (!event.repeat) submit();
    }
    if (event.key !== "Escape") return;
    if (held) keepEditing();
    else if (replyTo) onCancelReply();
    else area.current?.blur();
  }

  function pasted(event: ClipboardEvent) {
    const file = pastedFile(event.clipboardData);
    if (!file) return;
    event.preventDefault();
    onFile(file);
  }

  return (
    <>
      <div className="relative rounded-card border border-line-strong bg-pane p-1 shadow-float transition-colors duration-150 focus-within:border-accent-text">
        {slash.found.length > 0 && (
          <SlashBubbles
            {...slash}
            onChoose={({ content }) => insert(content, { from: 0, to: text.length })}
          />
        )}
        {held && (
          <GuardNotice
            clientName={clientName}
            news={held.news}
            armed={armed}
            onSend={() => submit()}
            onEdit={keepEditing}
          />
        )}
        {replyTo && (
          <ReplyingTo
            message={replyTo}
            clientName={clientName}
            onCancel={() => {
              onCancelReply();
              focus();
            }}
          />
        )}
        <div className="tiny:flex tiny:items-end">
          <textarea
            ref={area}
            rows={1}
            dir="auto"
            value={text}
            aria-label={t("composer.label")}
            placeholder={t("composer.placeholder")}
            {...slash.describes}
            onChange={(event) => {
              setText(event.target.value);
              slash.typed(event.target.value);
              if (event.target.value) showTyping();
            }}
            onKeyDown={pressed}
            onPaste={pasted}
            className="field-sizing-content block max-h-[min(13rem,28dvh)] min-h-11 w-full min-w-0 resize-none bg-transparent px-3.5 py-2.5 outline-none placeholder:text-text-3 tiny:placeholder-shown:field-sizing-fixed tiny:placeholder:whitespace-nowrap"
          />
          <div className="flex items-center gap-0.5 px-1 pb-0.5 tiny:px-0">
            <AttachButton onFile={onFile} onCancel={focus} />
            <EmojiButton onChoose={insert} field={area} />
            <BubbleButton onChoose={insert} field={area} />
            <span className="flex-1" />
            {tooLong && (
              <span role="alert" className="pr-2 text-xs text-danger tabular-nums">
                {t("composer.tooLong", { count: text.length, max: longest })}
              </span>
            )}
            <SendLaterButton
              ticketid={ticketid}
              open={asksWhen}
              disabled={!text.trim() || tooLong || held !== undefined}
              onOpen={askWhen}
              onChoose={submit}
            />
            <Button
              look="primary"
              disabled={!text.trim() || tooLong || (held && !armed)}
              onClick={() => submit()}
              icon={<SendHorizontal size={16} />}
            >
              <span className="tiny:sr-only">{t("composer.send")}</span>
            </Button>
          </div>
        </div>
      </div>
      {!phone && (
        <p className="flex justify-between gap-3 px-2 pt-1.5 text-xs text-text-3">
          <span>{t("composer.hint")}</span>
          {text && saved && <span>{t("composer.draft")}</span>}
        </p>
      )}
    </>
  );
}
