import type { Note } from "@parley/contract/notes";
import { ChevronDown, Copy, Lock, PencilLine, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ActionMenu, type MenuAction } from "../../../ui/ActionMenu.tsx";
import { copyText } from "../../../ui/copy-text.ts";
import { shortenName } from "../../../ui/shorten.ts";
import { showDateTime, showTime } from "../../../ui/time.ts";
import { toast } from "../../../ui/toast.ts";
import { useProfile } from "../../session/viewer.ts";
import { DeleteNote } from "./DeleteNote.tsx";
import { EditNote } from "./EditNote.tsx";
import { NoteBody } from "./NoteBody.tsx";

/** A note between the messages, unmistakably none of them: dashed, in the note's colour, with who sees it. */
export function NoteRow({ note, highlighted = false }: { note: Note; highlighted?: boolean }) {
  const { t } = useTranslation();
  const [doing, setDoing] = useState<"edit" | "delete" | null>(null);
  const { userid } = useProfile();
  const name = note.user_name;
  if (note.deleted_on) {
    return (
      <p data-note={note.noteid} className="px-7 py-1 text-center text-xs break-words text-text-3 italic">
        {t("notes.deleted", { name, time: showDateTime(note.deleted_on) })}
      </p>
    );
  }
  return (
    <article
      aria-label={t("notes.by", { name, time: showTime(note.created_on) })}
      data-note={note.noteid}
      className={`group flex flex-col px-7 py-1.5 transition-colors duration-300 max-phone:px-3 ${highlighted ? "bg-accent-soft" : ""}`}
    >
      <div className="relative max-w-[80%] min-w-56 self-center rounded-[12px] border border-dashed border-note-line bg-note-soft px-3.5 pt-1.5 pb-2 text-s max-phone:max-w-full max-phone:min-w-0">
        <p className="flex flex-wrap items-center gap-x-1.5 pr-7 text-xs text-text-2">
          <Lock size={12} aria-hidden="true" className="shrink-0 text-note" />
          <b className="font-semibold text-note">{t("chat.noteBy", { name: shortenName(name) })}</b>
          <span>{t("notes.onlyUs")}</span>
          {note.edited_on && <span title={showDateTime(note.edited_on)}>· {t("message.edited")}</span>}
          <time dateTime={note.created_on} className="tabular-nums">
            · {showTime(note.created_on)}
          </time>
        </p>
        {doing === "edit" ? <EditNote note={note} onDone={() => setDoing(null)} /> : <NoteBody note={note} />}
        {doing !== "edit" && <NoteMenu note={note} own={note.userid === userid} onChoose={setDoing} />}
      </div>
      {doing === "delete" && <DeleteNote note={note} onClose={() => setDoing(null)} />}
    </article>
  );
}

type MenuProps = { note: Note; own: boolean; onChoose: (doing: "edit" | "delete") => void };

function NoteMenu({ note, own, onChoose }: MenuProps) {
  const { t } = useTranslation();
  const copy = () =>
    copyText(note.content).then(
      () => toast(t("message.copied")),
      () => toast(t("message.copyFailed"), "danger"),
    );
  const actions: MenuAction[] = [
    ...(note.content ? [{ id: "copy", Icon: Copy, label: t("message.copy"), act: () => void copy() }] : []),
    ...(own && note.content
      ? [{ id: "edit", Icon: PencilLine, label: t("notes.edit"), act: () => onChoose("edit") }]
      : []),
    ...(own ? [{ id: "delete", Icon: Trash2, label: t("notes.delete"), act: () => onChoose("delete") }] : []),
  ];
  if (actions.length === 0) return null;
  const trigger = (
    <button
      type="button"
      aria-label={t("notes.actions")}
      className="absolute top-1 right-1 grid size-7 place-items-center rounded-full text-text-2 opacity-0 transition-opacity duration-120 group-hover:opacity-100 hover:bg-raised-2 focus-visible:opacity-100 aria-expanded:opacity-100 max-phone:size-8 max-phone:opacity-70 max-phone:before:absolute max-phone:before:-inset-1.5"
    >
      <ChevronDown size={15} />
    </button>
  );
  return <ActionMenu trigger={trigger} actions={actions} side="bottom" align="end" />;
}
