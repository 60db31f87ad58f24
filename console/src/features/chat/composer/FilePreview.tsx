import type { UploadRules } from "@parley/contract/file-form";
import { limits } from "@parley/contract/limits";
import { SendHorizontal, StickyNote } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { judge } from "../../../ui/acceptance.ts";
import { Button } from "../../../ui/Button.tsx";
import { isComposing } from "../../../ui/composing.ts";
import { FileLine } from "../../../ui/FileLine.tsx";
import { useObjectUrl } from "../../../ui/object-url.ts";
import type { Held } from "../../tickets/sending/guard.ts";
import { CaptionField } from "./CaptionField.tsx";
import { checkFile } from "./file-form.ts";
import { GuardNotice } from "./GuardNotice.tsx";
import { rejectionText } from "./rejection-text.ts";
import { SendLaterButton } from "./SendLaterButton.tsx";

type Props = {
  file: File;
  /** The limit in bytes; without it the server decides alone. */
  maxSize?: number;
  /** The channel's rules; null until they are known. */
  rules?: UploadRules | null;
  longestCaption?: number;
  /** Set where the file may be refused because the client wrote meanwhile, or because the reply window had closed. */
  guard?: { held: Held | undefined; armed: boolean; clientName: string; onEdit: () => void };
  /** Set for a file that goes to colleagues, with a note: its field gets the keys that save it. */
  note?: { text: string; save: string; field: (onKeyDown: (event: KeyboardEvent) => void) => ReactNode };
  busy?: boolean;
  onCancel: () => void;
  /** Set where it may be sent later. */
  ticketid?: string;
  onSend: (caption: string, leaves?: string) => void;
};

/** The file to send: a preview if it is a picture, its name, size and type, and a caption field. */
export function FilePreview({
  file,
  maxSize = Number.POSITIVE_INFINITY,
  rules = null,
  longestCaption = limits.caption,
  guard,
  note,
  busy = false,
  ticketid,
  onCancel,
  onSend,
}: Props) {
  const { t } = useTranslation();
  const held = guard?.held;
  const [caption, setCaption] = useState(held?.caption ?? "");
  const face = useObjectUrl(file);
  const judged = rules && checkFile(t, rules, file);
  const reasons = [...useReasons(file, maxSize), ...(judged?.refused ? [judged.refused] : [])];
  const ready = !busy && reasons.length === 0 && (!held || guard?.armed);
  const [asksWhen, askWhen] = useState(false);
  const submit = () => ready && onSend((note?.text ?? caption).trim());

  function pressed(event: KeyboardEvent) {
    if (isComposing(event) || event.key !== "Escape") return;
    // Escape discards the file and must not also leave the chat.
    event.preventDefault();
    event.stopPropagation();
    if (held) guard?.onEdit();
    else onCancel();
  }

  function entered(event: KeyboardEvent) {
    if (isComposing(event) || event.key !== "Enter" || event.repeat) return;
    event.preventDefault();
    submit();
  }

  return (
    <section
      aria-label={t("composer.file")}
      onKeyDown={pressed}
      className={`grid animate-arrive gap-3 rounded-card border bg-pane p-4 shadow-float ${note ? "border-dashed border-note-line" : "border-line-strong"}`}
    >
      {guard && held && held.news.length > 0 && <GuardNotice {...guard} news={held.news} onSend={submit} />}
      {face && (
        <img
          src={face}
          alt={file.name}
          onError={({ currentTarget }) => {
            currentTarget.hidden = true;
          }}
          className="max-h-56 max-w-full justify-self-start rounded-m object-contain max-phone:max-h-36 max-phone:short:hidden"
        />
      )}
      <FileLine name={file.name} size={file.size} type={file.type || t("composer.unknownType")} />
      {reasons.map((reason) => (
        <p key={reason} role="alert" className="text-s font-semibold text-danger">
          {reason}
        </p>
      ))}
      {judged?.note && <p className="text-s text-text-2">{judged.note}</p>}
      {note?.field(entered) ?? (
        <CaptionField
          value={caption}
          maxLength={longestCaption}
          label={t("composer.caption")}
          placeholder={t("composer.captionPlaceholder")}
          onChange={(event) => setCaption(event.target.value)}
          onKeyDown={entered}
        />
      )}
      <div className="flex justify-end gap-2">
        {ticketid && (
          <SendLaterButton
            place={{ ticketid }}
            open={asksWhen}
            disabled={!ready || held !== undefined}
            onOpen={askWhen}
            onChoose={(leaves) => onSend(caption.trim(), leaves)}
          />
        )}
        <Button onClick={onCancel}>{t("common.cancel")}</Button>
        {note ? (
          <Button
            disabled={!ready}
            onClick={submit}
            icon={<StickyNote size={16} />}
            className="border-note! text-note not-disabled:bg-note-soft"
          >
            {note.save}
          </Button>
        ) : (
          <Button look="primary" disabled={!ready} icon={<SendHorizontal size={16} />} onClick={submit}>
            {t("composer.send")}
          </Button>
        )}
      </div>
    </section>
  );
}

/** The reasons why it cannot be sent, known before a byte is. */
function useReasons(file: File, maxSize: number): string[] {
  const { t } = useTranslation();
  if (file.size > maxSize) return [t("composer.fileTooLarge")];
  return judge([file], { minSize: 1 }).flatMap(({ rejections }) =>
    rejections.map((rejection) => rejectionText(t, rejection)),
  );
}
