import type { WidgetFrame } from "@parley/contract/widget";
import type { RefObject } from "preact";
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from "preact/hooks";
import { chosenFor, setChosen } from "../state/chosen.ts";
import { changeMessage } from "../state/conversations.ts";
import { draftOf, recallDraft, saveDraft } from "../state/drafts.ts";
import { enqueue } from "../state/outbox.ts";
import { excerptOf } from "../state/peek.ts";
import { sendTyping } from "../state/session.ts";
import { useChat } from "../state/store.ts";
import { t } from "../texts.ts";
import { Chosen } from "./Chosen.tsx";
import { Emoji } from "./Emoji.tsx";
import { fileFault } from "./file-fault.ts";
import { Icon } from "./icons.tsx";
import { isSend } from "./is-send.ts";
import { WritingBar } from "./WritingBar.tsx";
import type { Writing } from "./writing.ts";

export type ComposerHandle = { addFiles: (files: File[]) => void };

const tallest = 140;

type ComposerProps = {
  id: string | null;
  handle: RefObject<ComposerHandle | null>;
  settings: WidgetFrame;
  placeholder: string;
  writing: Writing;
  setWriting: (writing: Writing) => void;
};

export function Composer({ id, handle, settings, placeholder, writing, setWriting }: ComposerProps) {
  const draftName = draftOf(id);
  const [text, setText] = useState(() => recallDraft<string>(draftName) ?? "");
  const [fault, setFault] = useState<string | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const files = useChat(() => chosenFor(draftName));
  const isEdit = writing?.kind === "edit";
  const goesWithFiles = files.length > 0 && !isEdit;
  const most = goesWithFiles ? settings.limits.caption : settings.limits.text;
  useImperativeHandle(handle, () => ({ addFiles }), [id, settings]);

  // A conversation that gets its id while the visitor writes keeps the text, the caret and the focus.
  useLayoutEffect(() => setText(recallDraft<string>(draftName) ?? ""), [draftName]);

  // Runs before the next key press, which a later change would overwrite.
  useLayoutEffect(() => {
    if (!writing) return;
    if (writing.kind === "edit") setText(writing.message.content);
    area.current?.focus();
  }, [writing]);

  useLayoutEffect(() => fit(area.current), [text]);

  // A frame that is not shown yet has no layout: its field is measured when it gets one.
  useEffect(() => {
    const observer = new ResizeObserver(() => fit(area.current));
    if (area.current) observer.observe(area.current);
    return () => observer.disconnect();
  }, []);

  function type(now: string) {
    setText(now);
    setFault(null);
    if (isEdit) return;
    saveDraft(draftName, now);
    if (id && now) sendTyping(id);
  }

  function stopWriting() {
    setWriting(null);
    if (isEdit) setText(recallDraft<string>(draftName) ?? "");
    area.current?.focus();
  }

  function send() {
    const content = text.trim();
    if ((!content && !goesWithFiles) || content.length > most) return;
    if (writing?.kind === "edit") return void saveEdit(writing.message.messageid, content);
    setText("");
    saveDraft(draftName, null);
    setFault(null);
    setWriting(null);
    setChosen(draftName, []);
    area.current?.focus();
    const reply_to = quoteOf(writing);
    if (files.length === 0) enqueue({ conversation: id, content, reply_to });
    // The text stands below the last file, the quote above the first.
    for (const [index, file] of files.entries()) {
      const caption = index === files.length - 1 ? content : "";
      enqueue({ conversation: id, content: caption, reply_to: index === 0 ? reply_to : null }, file);
    }
  }

  async function saveEdit(messageid: string, content: string) {
    try {
      await changeMessage("edit", { messageid, content });
      stopWriting();
    } catch {
      // The change was refused, or the desk is unreachable: either way it was not saved, and can be tried again.
      setFault(t("message.failed"));
    }
  }

  function addFiles(added: File[]) {
    const judged = added.map((file) => ({ file, found: fileFault(file, settings) }));
    const good = judged.flatMap(({ file, found }) => (found ? [] : [file]));
    setFault(judged.flatMap(({ found }) => found ?? []).join(" ") || null);
    setChosen(draftName, [...chosenFor(draftName), ...good]);
    area.current?.focus();
  }

  function leaveOut(file: File) {
    setChosen(
      draftName,
      files.filter((one) => one !== file),
    );
    area.current?.focus();
  }

  function pressed(event: KeyboardEvent) {
    if (event.key === "Escape" && writing) {
      event.stopPropagation();
      stopWriting();
    }
    if (!isSend(event)) return;
    event.preventDefault();
    send();
  }

  function pasted(event: ClipboardEvent) {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    addFiles(files);
  }

  function insert(emoji: string) {
    const { selectionStart = text.length, selectionEnd = text.length } = area.current ?? {};
    type(text.slice(0, selectionStart) + emoji + text.slice(selectionEnd));
    area.current?.focus();
  }

  const said = fault ?? (text.trim().length > most ? t("send.too_long", { count: String(most) }) : null);
  const hint = goesWithFiles ? t("send.caption") : placeholder;
  return (
    <footer class="compose">
      {writing && <WritingBar writing={writing} stop={stopWriting} />}
      {files.length > 0 && <Chosen files={files} remove={leaveOut} />}
      {said && (
        <p class="err" role="alert">
          {said}
        </p>
      )}
      <div class="box">
        <div class="in">
          <textarea
            ref={area}
            data-first
            rows={1}
            dir="auto"
            aria-label={hint}
            placeholder={hint}
            value={text}
            onInput={({ currentTarget }) => type(currentTarget.value)}
            onKeyDown={pressed}
            onPaste={pasted}
          />
          <button
            type="button"
            class="x"
            aria-label={t("send.attach")}
            onClick={() => picker.current?.click()}
          >
            <Icon name="attach" />
          </button>
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            onChange={({ currentTarget }) => {
              addFiles([...(currentTarget.files ?? [])]);
              currentTarget.value = "";
            }}
          />
          <Emoji choose={insert} />
        </div>
        <button
          type="button"
          class="send"
          aria-label={isEdit ? t("send.save") : t("send.send")}
          disabled={text.trim() === "" && !goesWithFiles}
          onClick={() => send()}
        >
          <Icon name={isEdit ? "check" : "send"} />
        </button>
      </div>
    </footer>
  );
}

function fit(area: HTMLTextAreaElement | null): void {
  if (!area) return;
  area.style.height = "auto";
  if (area.scrollHeight > 0) area.style.height = `${Math.min(area.scrollHeight, tallest)}px`;
}

function quoteOf(writing: Writing) {
  if (!writing) return null;
  const { messageid, mine, type } = writing.message;
  return { messageid, mine, type, excerpt: (excerptOf(writing.message) ?? "").slice(0, 200) };
}
