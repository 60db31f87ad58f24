import { attachMenu } from "./attach.js";
import { h, icon, iconButton } from "./dom.js";
import { summary } from "./format.js";
import { WORDS } from "./menu.js";
import { createRecorder } from "./recorder.js";

/** The bar below the chat: text, files, voice, and the message being answered or edited. */
export function createComposer({ api, attempt, look, features, onUnblock }) {
  let answering;
  let editing;

  /** A platform without voice messages gets the recording as a file. */
  const voice = features.kinds.includes("voice") ? "voice" : "document";
  const input = h("textarea", {
    name: "message",
    rows: "1",
    placeholder: look.placeholder,
    "aria-label": "Message",
    autocomplete: "off",
  });
  const send = iconButton("send", "Send", () => submit(), { class: "round send", hidden: true });
  const mic = iconButton("mic", "Record voice message", () => recorder.start(), { class: "round" });
  const recorder = createRecorder({
    onVoice: (file, duration) => attempt(api.upload(voice, file, { duration, replyTo: consumeAnswering() })),
    onSample: () =>
      attempt(
        api.send(
          voice === "voice"
            ? { type: voice, replyTo: consumeAnswering() }
            : { type: voice, file: { sample: "recording" } },
        ),
      ),
  });
  const attach = attachMenu({ api, attempt, features, replyTo: () => consumeAnswering() });
  const context = h("div", { class: "context", hidden: true });
  const keys = h("div", {
    class: "reply-keys",
    role: "group",
    "aria-label": "Suggested answers",
    hidden: true,
  });
  const bar = h("form", { class: "bar" }, attach, input, recorder.element, mic, send);
  const start = h(
    "button",
    {
      type: "button",
      class: "wide",
      hidden: true,
      onClick: () => attempt(api.begin()),
    },
    features.begins ?? "",
  );
  const unblock = h(
    "button",
    { type: "button", class: "wide", hidden: true, onClick: onUnblock },
    WORDS[features.leaves].back,
  );
  // Start comes and goes above the bar, which would move under a finger otherwise.
  const element = h("footer", { class: "composer" }, context, start, bar, keys, unblock);

  function submit() {
    const text = input.value.trim();
    if (!text) return;
    const work = editing
      ? api.edit(editing.id, text)
      : api.send({ type: "text", text, replyTo: answering?.id });
    input.value = "";
    clear();
    resize();
    attempt(work);
    input.focus();
  }

  function resize() {
    input.style.height = "auto";
    input.style.height = `${Math.min(input.scrollHeight, 132)}px`;
    const hasText = input.value.trim() !== "";
    send.hidden = !hasText;
    mic.hidden = hasText;
  }

  function showContext(label, message, mark) {
    const drop = iconButton("close", "Cancel", () => {
      if (editing) input.value = "";
      clear();
      resize();
    });
    context.replaceChildren(
      icon(mark),
      h("span", { class: "named" }, h("strong", {}, label), h("span", {}, summary(message))),
      drop,
    );
    context.hidden = false;
    input.focus();
  }

  function clear() {
    answering = undefined;
    editing = undefined;
    context.hidden = true;
  }

  function consumeAnswering() {
    const id = answering?.id;
    clear();
    return id;
  }

  /** `pressed`: the message that the buttons belong to. */
  function showKeys(keyboard, pressed) {
    keys.hidden = !keyboard;
    keys.replaceChildren(
      ...(keyboard ?? []).flat().map((key) => {
        const { text, data, request_contact: wantsContact } = typeof key === "string" ? { text: key } : key;
        const message = wantsContact ? { type: "contact" } : { type: "text", text };
        const onClick = () => attempt(pressed ? api.press(pressed.id, data ?? text) : api.send(message));
        return h("button", { type: "button", class: "key", onClick }, text);
      }),
    );
  }

  bar.addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  input.addEventListener("input", resize);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      submit();
    } else if (event.key === "Escape" && (answering || editing)) {
      if (editing) input.value = "";
      clear();
      resize();
    }
  });
  input.addEventListener("paste", (event) => {
    const [file] = event.clipboardData?.files ?? [];
    if (!file) return;
    event.preventDefault();
    attempt(
      api.upload(file.type.startsWith("image/") ? "photo" : "document", file, {
        replyTo: consumeAnswering(),
      }),
    );
  });

  return {
    element,
    reply(message) {
      clear();
      answering = message;
      showContext(message.side === "client" ? "Reply to yourself" : "Reply", message, "reply");
    },
    edit(message) {
      clear();
      editing = message;
      input.value = message.text;
      showContext("Edit message", message, "edit");
      resize();
    },
    show({ blocked, isNew, keyboard, pressed }) {
      unblock.hidden = !blocked;
      start.hidden = blocked || !isNew || !features.begins;
      bar.hidden = blocked;
      showKeys(blocked ? undefined : keyboard, pressed);
    },
  };
}
