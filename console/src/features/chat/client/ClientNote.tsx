import type { TicketClient } from "@parley/contract/client-panel";
import { limits } from "@parley/contract/limits";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { LoaderCircle, Pencil } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { create } from "zustand";
import { call } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { isComposing } from "../../../ui/composing.ts";
import { failureText } from "../../session/failure-text.ts";
import { showNoted } from "../../tickets/client/client-query.ts";
import { refetchClient } from "../../tickets/client/refetch-client.ts";

type Draft = { text: string; before: string | null };

/** Notes that are being changed, by client: another ticket may be opened meanwhile. */
const useDrafts = create<Record<string, Draft | undefined>>(() => ({}));
const keep = (clientid: string, draft: Draft | undefined) => useDrafts.setState({ [clientid]: draft });

type Props = { client: Pick<TicketClient, "clientid" | "client_name" | "note"> };

/** The note about the client, changed in place. It shows at once; a refusal brings the text back with its reason. */
export function ClientNote({ client }: Props) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { clientid, note } = client;
  const draft = useDrafts((drafts) => drafts[clientid]);
  const button = useRef<HTMLButtonElement>(null);
  const givesBack = useRef(false);
  useEffect(() => {
    if (draft || !givesBack.current) return;
    givesBack.current = false;
    button.current?.focus();
  }, [draft]);
  const save = useMutation({
    mutationFn: ({ text, before }: Draft) =>
      call("setClientNote", { body: { clientid, note: text, before } }),
    onMutate: ({ text }) => ({ undo: showNoted(cache, clientid, () => ({ note: text || null })) }),
    onSuccess: () => refetchClient(cache, { clientid }),
    onError: (_error, sent, shown) => {
      shown?.undo();
      keep(clientid, sent);
    },
  });
  function submit(written: Draft) {
    givesBack.current = true;
    keep(clientid, undefined);
    if (written.text.trim() !== (note ?? "")) save.mutate({ text: written.text.trim(), before: note });
  }
  if (draft && !save.isPending)
    return (
      <Editor
        note={note}
        draft={draft}
        failure={save.error && failureText(save.error, t)}
        onWrite={(text) => keep(clientid, { ...draft, text })}
        onSave={() => submit(draft)}
        onLeave={() => {
          givesBack.current = true;
          save.reset();
          keep(clientid, undefined);
        }}
      />
    );
  return (
    <button
      ref={button}
      type="button"
      aria-busy={save.isPending}
      onClick={() => keep(clientid, { text: note ?? "", before: note })}
      className="group/note flex w-full items-start gap-2 rounded-m border border-transparent text-left text-s hover:text-text max-phone:min-h-11"
    >
      <span
        dir="auto"
        className={`min-w-0 flex-1 whitespace-pre-wrap wrap-anywhere ${note ? "" : "text-text-3"}`}
      >
        {note ?? t("client.addNote")}
      </span>
      {save.isPending ? (
        <span role="status" className="flex shrink-0 items-center gap-1 text-xs text-text-3">
          <LoaderCircle size={13} aria-hidden="true" className="animate-spin motion-reduce:animate-none" />
          {t("client.saving")}
        </span>
      ) : (
        <Pencil
          size={13}
          aria-hidden="true"
          className="mt-1 shrink-0 opacity-60 group-hover/note:opacity-100"
        />
      )}
      {note && <span className="sr-only">{t("client.editNote")}</span>}
    </button>
  );
}

type EditorProps = {
  note: string | null;
  draft: Draft;
  failure: string | null;
  onWrite: (text: string) => void;
  onSave: () => void;
  onLeave: () => void;
};

/** Another agent's change stands above what is being written, and saving replaces it. */
function Editor({ note, draft, failure, onWrite, onSave, onLeave }: EditorProps) {
  const { t } = useTranslation();
  const hint = useId();
  const meanwhile = note !== draft.before;
  function pressed(event: KeyboardEvent) {
    if (isComposing(event)) return;
    if (event.key === "Escape") onLeave();
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) onSave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  return (
    <div className="grid gap-2">
      {meanwhile ? (
        <div role="alert" className="grid gap-1 rounded-m bg-warn/10 p-2.5 text-s">
          <p className="text-xs font-semibold text-warn">{t(note ? "client.changed" : "client.emptied")}</p>
          {note && (
            <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
              {note}
            </p>
          )}
        </div>
      ) : (
        failure && (
          <p role="alert" className="text-s text-danger">
            {failure}
          </p>
        )
      )}
      <textarea
        // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was just pressed
        autoFocus
        dir="auto"
        rows={4}
        maxLength={limits.clientNote}
        aria-label={t("client.note")}
        aria-describedby={hint}
        value={draft.text}
        onChange={({ target }) => onWrite(target.value)}
        onKeyDown={pressed}
        className="w-full resize-y rounded-m border border-line-strong bg-raised px-3 py-2 text-s outline-none focus:border-accent-text max-phone:text-[16px]"
      />
      <p id={hint} className="text-xs text-text-3">
        {t("client.noteHint")}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="small" onClick={onLeave}>
          {t("common.cancel")}
        </Button>
        <Button size="small" onClick={onSave}>
          {t(meanwhile ? "client.replace" : "client.save")}
        </Button>
      </div>
    </div>
  );
}
