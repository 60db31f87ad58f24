import type { DraftMail } from "@parley/contract/drafts";
import type { MailAddress } from "@parley/contract/mail";
import type { BubbleFile } from "@parley/contract/shared-bubbles";
import type { Ticket } from "@parley/contract/tickets";
import { SendHorizontal } from "lucide-react";
import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { download } from "../../../api/download.ts";
import { Button } from "../../../ui/Button.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { toast } from "../../../ui/toast.ts";
import { useExtrasAt } from "../../tickets/sending/extras.ts";
import type { WithFields } from "../bubbles/field-facts.ts";
import type { Choice } from "../bubbles/shared-query.ts";
import { useBubble } from "../bubbles/use-bubble.ts";
import { BubbleButton } from "../composer/BubbleButton.tsx";
import { EmojiButton } from "../composer/EmojiButton.tsx";
import { BubbleExtras } from "../composer/extras-part.ts";
import { SendLaterButton } from "../composer/SendLaterButton.tsx";
import { SlashBubbles } from "../composer/SlashBubbles.tsx";
import { useSlash } from "../composer/use-slash.ts";
import { useUnfilled } from "../composer/use-unfilled.ts";
import { AttachFiles } from "./AttachFiles.tsx";
import { DraftFiles } from "./DraftFiles.tsx";
import { MailHead } from "./MailHead.tsx";
import { missingIn } from "./mail-draft.ts";
import { removePicture } from "./picture-node.ts";
import { slashWord } from "./slash-word.ts";
import { contentOf, TextField } from "./TextField.tsx";
import { Toolbar } from "./Toolbar.tsx";
import { addFiles, attachFiles, type Place, useUploading } from "./uploads.ts";
import { useMailEditor } from "./use-editor.ts";

export type MailFormProps = {
  place: Place;
  draft: DraftMail;
  text: string;
  participants: MailAddress[];
  /** The limit of one file in bytes. */
  mostFile: number;
  /** Changes the draft of that moment, since an upload ends later. */
  onChange: (change: (draft: DraftMail) => DraftMail, text?: string) => void;
  /** `leaves`: it is sent later, at this time. */
  onSend: (leaves?: string) => void;
  /** True where it can be sent later. */
  later?: boolean;
  /** Takes back what was sent last, and answers whether there was something. */
  onTakeBack?: () => boolean;
  /** False while something else must be decided first. */
  armed: boolean;
  /** The ticket that is answered. */
  ticket?: Pick<Ticket, "client_name"> & WithFields;
  /** True for a new conversation. */
  withSubject?: boolean;
  /** Rendered before the recipients, as in `MailHead`. */
  lead?: ComponentProps<typeof MailHead>["lead"];
  /** Rendered above the recipients, and below the text. */
  above?: ReactNode;
  below?: ReactNode;
  /** Called for Escape in the text; returns true when it is handled. */
  onEscape?: () => boolean;
  onTyped?: () => void;
  field?: RefObject<HTMLElement | null>;
};

/** The form of a mail: its recipients, its text with layout and pictures, its files. */
export function MailForm(props: MailFormProps) {
  const { place, draft, text, participants, mostFile, onChange, onSend, armed, withSubject } = props;
  const { t } = useTranslation();
  const to = useRef<HTMLInputElement>(null);
  const [asksWhen, askWhen] = useState(false);
  // The time that was chosen before the question about an empty variable.
  const chosenTime = useRef<string>(undefined);
  const uploading = useUploading(place);
  const lack = missingIn(text, draft);
  const busy = uploading.some(({ trouble }) => trouble === null);
  const ready = lack === null && !busy && armed;
  const [word, setWord] = useState("");
  const [formatting, setFormatting] = useState(false);
  const ticketid = "ticketid" in place ? place.ticketid : null;
  const { macro } = useExtrasAt(ticketid ?? "");
  const mayWait = ready && props.later === true;
  const unfilled = useUnfilled(text);
  const slash = useSlash(word, { ticketid, macros: ticketid !== null, onChoose: choose });
  const replaced = useRef("");
  const chooseBubble = useBubble({
    ticket: ticketid && props.ticket ? { ...props.ticket, ticketid } : null,
    onText: insertFilled,
    onFiles: (files) => void attachBubbleFiles(files),
  });
  const { editor, field } = useMailEditor(draft.html, {
    label: t("composer.label"),
    describes: slash.describes,
    onChange: (html, written) => {
      onChange((before) => ({ ...before, html }), written);
      const typed = slashWord(editor);
      setWord(typed);
      slash.typed(typed);
      if (written) props.onTyped?.();
    },
    onKey: pressed,
    onFiles: (files, at) => {
      const pictures = files.filter(({ type }) => isInline(type));
      attach(files.filter((file) => !pictures.includes(file)));
      insertPictures(pictures, at);
      return true;
    },
    addressOf: (fileid) => draft.files.find((file) => file.fileid === fileid)?.path ?? null,
  });

  useEffect(() => {
    const show = () => setFormatting(true);
    editor.on("focus", show);
    return () => {
      editor.off("focus", show);
    };
  }, [editor]);

  function choose(bubble: Choice) {
    replaced.current = slashWord(editor);
    chooseBubble(bubble);
  }

  /** Inserts the text that replaces the slash and its phrase, as text whatever it holds. */
  function insertFilled(filled: string) {
    const { from } = editor.state.selection;
    const range = { from: from - replaced.current.length, to: from };
    editor.chain().focus().deleteRange(range).insertContent(contentOf(filled)).run();
  }

  async function attachBubbleFiles(files: BubbleFile[]) {
    for (const from of files) {
      const got = await download(from);
      if (got instanceof File) attach([got]);
      else toast(t(got === "gone" ? "mail.bubbleFileGone" : "mail.bubbleFileFailed", from), "danger");
    }
  }

  function pressed(event: KeyboardEvent): boolean {
    if (event.isComposing) return false;
    if (slash.pressed(event)) {
      event.preventDefault();
      return true;
    }
    if (event.key === "z" && (event.ctrlKey || event.metaKey) && !text && props.onTakeBack?.()) return true;
    if (event.key === "Enter" && event.altKey && props.later) {
      if (mayWait) askWhen(true);
      return true;
    }
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      if (!event.repeat) submit();
      return true;
    }
    if (event.key !== "Escape") return false;
    if (!props.onEscape?.()) editor.commands.blur();
    return true;
  }

  function submit(leaves?: string) {
    if (ready) {
      chosenTime.current = leaves;
      if (!unfilled.mayPass()) return;
      if (leaves) onSend(leaves);
      else onSend();
      return;
    }
    if (lack === "recipient" || lack === "address") to.current?.focus();
  }

  const attach = (files: File[]) => attachFiles(place, files, mostFile, onChange);

  function insertPictures(files: File[], at: number | null) {
    addFiles(place, files, {
      inline: true,
      most: mostFile,
      onDone: (file) => {
        // When the agent has gone on to another chat, the picture goes along as a file.
        const inline = !editor.isDestroyed;
        onChange((before) => ({ ...before, files: [...before.files, { ...file, inline }] }));
        if (!inline) return;
        const picture = { type: "picture", attrs: { fileid: file.fileid, alt: file.name } };
        const place = Math.min(at ?? editor.state.selection.from, editor.state.doc.content.size);
        editor.chain().insertContentAt(place, picture).run();
      },
    });
  }

  const insert = (inserted: string) => editor.chain().focus().insertContent(contentOf(inserted)).run();

  return (
    <div className="relative rounded-card border border-line-strong bg-pane shadow-float transition-colors duration-150 focus-within:border-accent-text">
      {slash.found.length > 0 && <SlashBubbles {...slash} onChoose={choose} />}
      {props.above}
      {(unfilled.left.length > 0 || macro) && (
        <div className="p-1 pb-0">
          <Suspense>
            <BubbleExtras
              place={ticketid ?? ""}
              left={unfilled.left}
              asking={unfilled.asking}
              onSend={() => submit(chosenTime.current)}
              onEdit={() => {
                unfilled.forget();
                editor.commands.focus();
              }}
              alone={false}
            />
          </Suspense>
        </div>
      )}
      <MailHead
        head={draft}
        to={to}
        participants={participants}
        withSubject={withSubject ?? false}
        lead={props.lead}
        onChange={(change) => onChange((before) => ({ ...before, ...change }))}
      />
      <TextField editor={editor} empty={text === ""} placeholder={t("composer.placeholder")} />
      {props.below}
      <DraftFiles
        place={place}
        files={draft.files}
        onRemove={(fileid) => {
          removePicture(editor, fileid);
          onChange((before) => ({
            ...before,
            files: before.files.filter((file) => file.fileid !== fileid),
          }));
        }}
      />
      {lack && lack !== "text" && lack !== "recipient" && (
        <p role="alert" className="px-3 pb-1 text-xs text-danger">
          {t(`mailComposer.lack.${lack}`)}
        </p>
      )}
      <div className="flex items-center gap-1 px-1.5 pb-1.5">
        {/* On a phone the row scrolls sideways, so that the text keeps its room. */}
        <div className="flex min-w-0 flex-1 items-center overflow-x-auto">
          <AttachFiles onFiles={attach} />
          <EmojiButton onChoose={insert} field={field} />
          <BubbleButton ticketid={ticketid} macros={ticketid !== null} onChoose={choose} field={field} />
          {formatting ? (
            <Toolbar editor={editor} />
          ) : (
            <IconButton
              label={t("mailComposer.format")}
              onClick={() => editor.commands.focus()}
              className="size-8! max-phone:size-11!"
            >
              <span aria-hidden="true" className="text-s font-semibold">
                Aa
              </span>
            </IconButton>
          )}
        </div>
        {props.later && (
          <SendLaterButton
            place={place}
            open={asksWhen}
            disabled={!mayWait}
            onOpen={askWhen}
            onChoose={submit}
          />
        )}
        <Button
          look="primary"
          disabled={!ready}
          title={busy ? t("mailComposer.lack.uploading") : lack ? t(`mailComposer.lack.${lack}`) : undefined}
          onClick={() => submit()}
          // The dialog of a new mail is narrower than the chat.
          icon={<SendHorizontal size={16} className={ticketid === null ? "max-phone:hidden" : ""} />}
        >
          {t("composer.send")}
        </Button>
      </div>
    </div>
  );
}

/** Types that every mail program shows. */
const isInline = (type: string) => /^image\/(png|jpeg|gif|webp)$/.test(type);
