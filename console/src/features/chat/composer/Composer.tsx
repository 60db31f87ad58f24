import type { UploadRules } from "@parley/contract/file-form";
import type { Message } from "@parley/contract/messages";
import type { Ticket } from "@parley/contract/tickets";
import { SendHorizontal } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { sendTyping } from "../../../api/events.ts";
import { Button } from "../../../ui/Button.tsx";
import { isComposing } from "../../../ui/composing.ts";
import { whenNotTyping } from "../../../ui/keys.ts";
import { spelling } from "../../../ui/spelling.ts";
import { usePhone } from "../../../ui/viewport.ts";
import { useExtrasAt } from "../../tickets/sending/extras.ts";
import { AttachButton } from "./AttachButton.tsx";
import { useAutogrow } from "./autogrow.ts";
import { BubbleButton } from "./BubbleButton.tsx";
import { EmojiButton } from "./EmojiButton.tsx";
import { BubbleExtras } from "./extras-part.ts";
import { checkFile } from "./file-form.ts";
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
import { useTextBubbles } from "./use-text-bubbles.ts";
import { useUnfilled } from "./use-unfilled.ts";

type Props = {
  ticket: Ticket;
  /** UTF-16 units, as messengers count. */
  longest: number;
  /** The channel's rules for files; null until they are known. */
  rules?: UploadRules | null;
  replyTo: Message | null;
  focused: boolean;
  onCancelReply: () => void;
  onFile: (file: File) => void;
  /** The text may be empty where a bubble's files or a macro are sent. `leaves`: the text is sent later, at this time. */
  onSend: (text: string, leaves?: string) => void;
};

export function Composer({ ticket, longest, rules = null, replyTo, focused, ...props }: Props) {
  const { onCancelReply, onFile, onSend } = props;
  const { t } = useTranslation();
  const { ticketid, client_name: clientName } = ticket;
  const phone = usePhone();
  const [text, setText, saved] = useDraft(ticketid);
  const area = useRef<HTMLTextAreaElement>(null);
  const focus = () => area.current?.focus();
  const insert = useInsert(area, setText);
  const showTyping = useSendTyping(ticketid);
  const { held, armed, release } = useGuard(ticketid);
  const { files, macro } = useExtrasAt(ticketid);
  const unfilled = useUnfilled(text);
  const { slash, ...bubbles } = useTextBubbles({ text, area, insert, ticket, place: ticketid, macros: true });
  const refusedOf = (file: File) => rules && checkFile(t, rules, file).refused;
  const waits = files.some(({ state, file }) => state === "fetching" || (file && refusedOf(file)));
  const any = text.trim() !== "" || macro !== null || files.some(({ state }) => state === "ready");
  const [asksWhen, askWhen] = useState(false);
  // The time that was chosen before the question about an empty variable.
  const chosenTime = useRef<string>(undefined);
  const takeBackLast = useTakeBackLast(ticketid);
  const tooLong = text.length > longest;
  // A macro without a text acts at once: nothing of it goes outside.
  const alone = macro !== null && text.trim() === "";
  const mayWait = any && !waits && !alone && !tooLong && !held;
  useAutogrow(area, text);
  useEffect(() => whenNotTyping({ KeyR: () => area.current?.focus() }), []);
  useEffect(() => {
    if (replyTo || held || focused) area.current?.focus();
  }, [replyTo, held, focused]);

  function submit(leaves?: string) {
    const written = text.trim();
    if (!any || waits || tooLong || (held && !armed)) return;
    chosenTime.current = leaves;
    if (!unfilled.mayPass()) return;
    release();
    setText("");
    sendTyping(ticketid, "nothing");
    if (leaves) onSend(written, leaves);
    else onSend(written);
    focus();
  }

  function keepEditing() {
    release();
    unfilled.forget();
    focus();
    const [first] = unfilled.left;
    if (first && !held) bubbles.select(first);
  }

  function pressed(event: KeyboardEvent) {
    if (isComposing(event)) return;
    if (slash.pressed(event)) return event.preventDefault();
    if (event.key === "z" && (event.ctrlKey || event.metaKey) && !text && takeBackLast())
      return event.preventDefault();
    if (event.key === "Enter" && event.altKey) {
      event.preventDefault();
      if (mayWait) askWhen(true);
      return;
    }
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      if (!event.repeat) submit();
    }
    if (event.key !== "Escape") return;
    if (held || unfilled.asking) keepEditing();
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
        {slash.found.length > 0 && <SlashBubbles {...slash} onChoose={bubbles.choose} />}
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
        {(unfilled.left.length > 0 || files.length > 0 || macro) && (
          <Suspense>
            <BubbleExtras
              place={ticketid}
              left={unfilled.left}
              asking={unfilled.asking}
              refusedOf={refusedOf}
              onSelect={bubbles.select}
              onSend={() => submit(chosenTime.current)}
              onEdit={keepEditing}
              alone={alone}
            />
          </Suspense>
        )}
        <div className="tiny:flex tiny:items-end">
          <textarea
            ref={area}
            rows={1}
            dir="auto"
            {...spelling}
            value={text}
            aria-label={t("composer.label")}
            placeholder={t("composer.placeholder")}
            {...slash.describes}
            onChange={(event) => {
              setText(event.target.value);
              bubbles.typed(event.target);
              if (event.target.value) showTyping();
            }}
            onKeyDown={pressed}
            onPaste={pasted}
            className="field-sizing-content block max-h-[min(13rem,28dvh)] min-h-11 w-full min-w-0 resize-none bg-transparent px-3.5 py-2.5 outline-none placeholder:text-text-3 tiny:placeholder-shown:field-sizing-fixed tiny:placeholder:whitespace-nowrap"
          />
          <div className="flex items-center gap-0.5 px-1 pb-0.5 tiny:px-0">
            <AttachButton onFile={onFile} onCancel={focus} />
            <EmojiButton onChoose={insert} field={area} />
            <BubbleButton ticketid={ticketid} macros onChoose={bubbles.choose} field={area} />
            <span className="flex-1" />
            {tooLong && (
              <span role="alert" className="pr-2 text-xs text-danger tabular-nums">
                {t("composer.tooLong", { count: text.length, max: longest })}
              </span>
            )}
            <SendLaterButton
              place={{ ticketid }}
              open={asksWhen}
              disabled={!mayWait}
              onOpen={askWhen}
              onChoose={submit}
            />
            <Button
              look="primary"
              disabled={!any || waits || tooLong || (held && !armed)}
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
