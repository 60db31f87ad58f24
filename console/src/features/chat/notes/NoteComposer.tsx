import { limits } from "@parley/contract/limits";
import type { Mentions } from "@parley/contract/notes";
import type { Ticket } from "@parley/contract/tickets";
import { Lock, StickyNote } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { sendTyping } from "../../../api/events.ts";
import { Button } from "../../../ui/Button.tsx";
import { isComposing } from "../../../ui/composing.ts";
import { spelling } from "../../../ui/spelling.ts";
import { usePhone } from "../../../ui/viewport.ts";
import { failureText } from "../../session/failure-text.ts";
import { noteIn } from "../../tickets/sending/drafts.ts";
import { addBubbleFiles, consumeExtras, type Extras, useExtrasAt } from "../../tickets/sending/extras.ts";
import { AttachButton } from "../composer/AttachButton.tsx";
import { useAutogrow } from "../composer/autogrow.ts";
import { BubbleButton } from "../composer/BubbleButton.tsx";
import { EmojiButton } from "../composer/EmojiButton.tsx";
import { BubbleExtras } from "../composer/extras-part.ts";
import { useInsert } from "../composer/insert.ts";
import { pastedFile } from "../composer/pasted-file.ts";
import { SlashBubbles } from "../composer/SlashBubbles.tsx";
import { useSendTyping } from "../composer/send-typing.ts";
import { useDraft } from "../composer/use-draft.ts";
import { useTextBubbles } from "../composer/use-text-bubbles.ts";
import { useUnfilled } from "../composer/use-unfilled.ts";
import { AnswerNotice } from "./AnswerNotice.tsx";
import { MentionList } from "./MentionList.tsx";
import { NoteFile } from "./NoteFile.tsx";
import { readsLikeAnswer } from "./reads-like-answer.ts";
import { useMentions } from "./use-mentions.ts";
import { useWriteNote } from "./use-notes.ts";

type Props = {
  ticket: Ticket;
  file: File | null;
  onFile: (file: File | null) => void;
  /** Makes the text a message; absent where the agent may not answer. */
  onMessage?: ((text: string) => void) | undefined;
};

/** Writes a note for colleagues: dashed and in the note's colour, so that nobody takes it for the field of messages. */
export function NoteComposer({ ticket, file, onFile, onMessage }: Props) {
  const { t } = useTranslation();
  const { ticketid } = ticket;
  const phone = usePhone();
  const [text, setText, saved] = useDraft(noteIn(ticketid));
  const [asking, setAsking] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const insert = useInsert(area, setText);
  const focus = () => area.current?.focus();
  const showTyping = useSendTyping(ticketid, "note");
  const mentions = useMentions(text, insert);
  const write = useWriteNote(ticketid, () => setText(""));
  const tooLong = text.length > limits.messageText;
  const place = noteIn(ticketid);
  const { files } = useExtrasAt(place);
  const unfilled = useUnfilled(text);
  const { slash, ...bubbles } = useTextBubbles({ text, area, insert, ticket, place, macros: false });
  const fetching = files.some(({ state }) => state === "fetching");
  const any = text.trim() !== "" || files.some(({ state }) => state === "ready");
  const ready = any && !fetching && !tooLong && !write.isPending;
  useAutogrow(area, text);
  useEffect(() => area.current?.focus(), []);

  function submit() {
    if (!ready || !unfilled.mayPass()) return;
    if (!asking && readsLikeAnswer(text, ticket.client_name)) return setAsking(true);
    save();
  }

  function save() {
    setAsking(false);
    sendTyping(ticketid, "nothing");
    const content = text.trim();
    void saveEach(content, mentions.of(content), consumeExtras(place));
    focus();
  }

  /** The first file of a bubble goes with the text, each other in a note of its own. What fails is back in the field. */
  async function saveEach(content: string, named: Mentions, extras: Extras) {
    const [first, ...others] = extras.files.filter(({ file }) => file !== null);
    const notes = [
      { content, mentions: named, extra: first },
      ...others.map((extra) => ({ content: "", extra })),
    ];
    for (const [at, { extra, ...note }] of notes.entries()) {
      try {
        await write.mutateAsync({ ...note, ...(extra?.file && { file: extra.file }) });
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        addBubbleFiles(
          place,
          notes.slice(at).flatMap((left) => left.extra?.from ?? []),
        );
        return;
      }
    }
  }

  function edit() {
    setAsking(false);
    unfilled.forget();
    focus();
  }

  function pressed(event: KeyboardEvent) {
    if (isComposing(event)) return;
    if (mentions.pressed(event) || slash.pressed(event)) return event.preventDefault();
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      if (!event.repeat) submit();
    }
    if (event.key !== "Escape") return;
    if (asking || unfilled.asking) edit();
    else area.current?.blur();
  }

  function pasted(event: ClipboardEvent) {
    const pastedOne = pastedFile(event.clipboardData);
    if (!pastedOne) return;
    event.preventDefault();
    onFile(pastedOne);
  }

  if (file) return <NoteFile ticketid={ticketid} file={file} onClose={() => onFile(null)} />;
  return (
    <>
      <div className="relative rounded-card border border-dashed border-note-line bg-pane p-1 shadow-float transition-colors duration-150 focus-within:border-note">
        <MentionList {...mentions.list} />
        {slash.found.length > 0 && <SlashBubbles {...slash} onChoose={bubbles.choose} />}
        {(unfilled.left.length > 0 || files.length > 0) && (
          <Suspense>
            <BubbleExtras
              place={place}
              left={unfilled.left}
              asking={unfilled.asking}
              onSelect={bubbles.select}
              onSend={submit}
              onEdit={edit}
              alone={false}
            />
          </Suspense>
        )}
        {asking && (
          <AnswerNotice
            onSave={save}
            onEdit={edit}
            onMessage={
              onMessage &&
              (() => {
                setText("");
                onMessage(text);
              })
            }
          />
        )}
        <div className="rounded-[12px] bg-note-soft tiny:flex tiny:items-end">
          <textarea
            ref={area}
            rows={1}
            dir="auto"
            {...spelling}
            value={text}
            readOnly={write.isPending}
            aria-label={t("notes.label")}
            placeholder={t("notes.placeholder")}
            {...mentions.describes}
            {...slash.describes}
            onChange={(event) => {
              setText(event.target.value);
              mentions.typed(event.target);
              bubbles.typed(event.target);
              setAsking(false);
              if (event.target.value) showTyping();
            }}
            onKeyDown={pressed}
            onPaste={pasted}
            className="field-sizing-content block max-h-[min(13rem,28dvh)] min-h-11 w-full min-w-0 resize-none bg-transparent px-3.5 py-2.5 outline-none placeholder:text-text-2 tiny:placeholder-shown:field-sizing-fixed"
          />
          <div className="flex items-center gap-0.5 px-1 pb-0.5 tiny:px-0">
            <AttachButton onFile={onFile} onCancel={focus} />
            <EmojiButton onChoose={insert} field={area} />
            <BubbleButton ticketid={ticketid} macros={false} onChoose={bubbles.choose} field={area} />
            <span className="flex min-w-0 flex-1 items-center gap-1.5 pl-1 text-xs font-semibold text-note">
              <Lock size={12} aria-hidden="true" className="shrink-0" />
              <span className="min-w-0 truncate">{t("notes.onlyUs")}</span>
            </span>
            {tooLong && (
              <span role="alert" className="pr-2 text-xs text-danger tabular-nums">
                {t("composer.tooLong", { count: text.length, max: limits.messageText })}
              </span>
            )}
            <Button
              disabled={!ready}
              onClick={submit}
              icon={<StickyNote size={16} />}
              className="border-note! text-note not-disabled:bg-note-soft"
            >
              {t("notes.saveNote")}
            </Button>
          </div>
        </div>
      </div>
      {write.error && (
        <p role="alert" className="px-2 pt-1.5 text-xs text-danger">
          {failureText(write.error, t)}
        </p>
      )}
      {!phone && (
        <p className="flex justify-between gap-3 px-2 pt-1.5 text-xs text-text-3">
          <span>
            {t("notes.hint")} · {t("notes.hintMention")}
          </span>
          {text && saved && <span>{t("composer.draft")}</span>}
        </p>
      )}
    </>
  );
}
