import { h, icon, iconButton, toast } from "./dom.js";
import { fileFacts } from "./mail-list.js";
import { field } from "./newcomers.js";

/** A new mail, or the answer to one. */
export function mailWriter({ account, replyTo, all, send, onSent, onDrop }) {
  const files = [];
  const to = h("input", {
    name: "to",
    required: true,
    autocomplete: "off",
    value: replyTo ? undefined : account.handle,
  });
  const cc = h("input", { name: "cc", autocomplete: "off" });
  const subject = h("input", { name: "subject", required: true, autocomplete: "off" });
  const text = h("textarea", {
    name: "text",
    required: true,
    rows: "9",
    "aria-label": "Text",
    autofocus: true,
  });
  const list = h("ul", { class: "mail-files", "aria-label": "Files", hidden: true });
  const chooser = h("input", { type: "file", multiple: true, hidden: true });
  const submit = h("button", { class: "mail-send" }, icon("send"), "Send");
  const attach = h(
    "button",
    { type: "button", class: "mail-action", onClick: () => chooser.click() },
    icon("clip"),
    "Attach",
  );
  const form = h(
    "form",
    { class: "mail-writer" },
    replyTo
      ? h(
          "p",
          { class: "mail-answers", dir: "auto" },
          `${all ? "Reply to all" : "Reply"}: ${replyTo.mail.subject}`,
        )
      : [field("To", to), field("Cc", cc), field("Subject", subject)],
    text,
    list,
    chooser,
    h(
      "div",
      { class: "mail-actions" },
      submit,
      attach,
      h("button", { type: "button", class: "mail-action", onClick: onDrop }, "Discard"),
    ),
  );

  chooser.addEventListener("change", () => {
    files.push(...chooser.files);
    chooser.value = "";
    showFiles();
  });

  function showFiles() {
    list.hidden = files.length === 0;
    list.replaceChildren(
      ...files.map((file, at) =>
        h(
          "li",
          {},
          h("span", { class: "mail-file" }, icon("file"), fileFacts(file.name, file.size)),
          iconButton("close", `Remove ${file.name}`, () => {
            files.splice(at, 1);
            showFiles();
          }),
        ),
      ),
    );
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    submit.disabled = true;
    const mail = replyTo
      ? { all }
      : { to: addresses(to.value), cc: addresses(cc.value), subject: subject.value.trim() };
    try {
      await send({ text: text.value.trim(), replyTo: replyTo?.id, mail }, files);
      onSent();
    } catch (error) {
      toast(error.message);
      submit.disabled = false;
    }
  });
  queueMicrotask(() => text.focus());
  return form;
}

const addresses = (line) =>
  line
    .split(/[,;\s]+/)
    .filter(Boolean)
    .map((address) => ({ name: "", address: address.toLowerCase() }));
