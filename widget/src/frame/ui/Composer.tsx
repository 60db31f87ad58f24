import type { WidgetFrame } from "@parley/contract/widget";
import type { RefObject } from "preact";
import { useImperativeHandle, useLayoutEffect, useRef, useState } from "preact/hooks";
import { changeMessage } from "../state/conversations.ts";
import { draftOf, recallDraft, saveDraft } from "../state/drafts.ts";
import { enqueue } from "../state/outbox.ts";
import { excerptOf } from "../state/peek.ts";
import { sendTyping } from "../state/session.ts";
import { t } from "../texts.ts";
import { Emoji } from "./Emoji.tsx";
import { fileFault } from "./file-fault.ts";
import { Icon } from "./icons.tsx";
import type { Writing } from "./writing.ts";

export type ComposerHandle = { addFiles: (files: File[]) => void };

const tallest = 140;
/** A touch keyboard's Enter is a new line: there is a button beside it. */
const touch = matchMedia("(pointer: coarse)");

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
  const most = settings.limits.text;
  useImperativeHandle(handle, () => ({ addFiles }), [id]);

  // A conversation that gets its id while the visitor writes keeps the text, the caret and the focus.
  useLayoutEffect(() => setText(recallDraft<string>(draftName) ?? ""), [draftName]);

  // Before the next key: a later one would be overwritten.
  useLayoutEffect(() => {
    if (!writing) return;
    if (writing.kind === "edit") setText(writing.message.content);
    area.current?.focus();
  }, [writing]);

  useLayoutEffect(() => {
    if (!area.current) return;
    area.current.style.height = "auto";
    area.current.style.height = `${Math.min(area.current.scrollHeight, tallest)}px`;
  }, [text]);

  function type(now: string) {
    setText(now);
    setFault(now.length > most ? t("send.too_long", { count: String(most) }) : null);
    if (writing?.kind === "edit") return;
    saveDraft(draftName, now);
    if (id && now) sendTyping(id);
  }

  function stopWriting() {
    setWriting(null);
    if (writing?.kind === "edit") setText(recallDraft<string>(draftName) ?? "");
    area.current?.focus();
  }

  function send() {
    const content = text.trim();
    if (!content || content.length > most) return;
    if (writing?.kind === "edit") return void saveEdit(writing.message.messageid, content);
    setText("");
    saveDraft(draftName, null);
    setWriting(null);
    area.current?.focus();
    enqueue({ conversation: id, content, reply_to: quoteOf(writing) });
  }

  async function saveEdit(messageid: string, content: string) {
    try {
      await changeMessage("edit", { messageid, content });
      stopWriting();
    } catch {
      // Refused or out of reach: either way it was not saved, and can be tried again.
      setFault(t("message.failed"));
    }
  }

  function addFiles(files: File[]) {
    setFault(null);
    for (const file of files) {
      const found = fileFault(file, settings);
      if (found) setFault(found);
      else enqueue({ conversation: id, content: "", reply_to: null }, file);
    }
  }

  function pressed(event: KeyboardEvent) {
    if (event.key === "Escape" && writing) {
      event.stopPropagation();
      stopWriting();
    }
    // Enter that confirms a word of an input method is not a send.
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || touch.matches) return;
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

  const sends = writing?.kind === "edit" ? t("send.save") : t("send.send");
  return (
    <footer class="compose">
      {writing && (
        <div class="about">
          <span class="grow">
            <b>{writing.kind === "edit" ? t("send.editing") : t("send.reply_to")}</b>
            <span class="last">{excerptOf(writing.message)}</span>
          </span>
          <button
            type="button"
            class="x"
            aria-label={writing.kind === "edit" ? t("send.cancel_edit") : t("send.cancel_reply")}
            onClick={stopWriting}
          >
            <Icon name="close" />
          </button>
        </div>
      )}
      {fault && (
        <p class="err" role="alert">
          {fault}
        </p>
      )}
      <div class="box">
        <div class="in">
          <textarea
            ref={area}
            data-first
            rows={1}
            dir="auto"
            aria-label={placeholder}
            placeholder={placeholder}
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
          aria-label={sends}
          disabled={text.trim() === ""}
          onClick={() => send()}
        >
          <Icon name={writing?.kind === "edit" ? "check" : "send"} />
        </button>
      </div>
    </footer>
  );
}

function quoteOf(writing: Writing) {
  if (!writing) return null;
  const { messageid, mine, type } = writing.message;
  return { messageid, mine, type, excerpt: (excerptOf(writing.message) ?? "").slice(0, 200) };
}
