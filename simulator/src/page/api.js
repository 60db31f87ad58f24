async function ask(method, path, body) {
  const isForm = body instanceof FormData;
  const response = await fetch(`/_control${path}`, {
    method,
    headers: body === undefined || isForm ? {} : { "content-type": "application/json" },
    body: isForm ? body : JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message ?? `The simulator answered ${response.status}`);
  return answer;
}

export const platforms = () => ask("GET", "/platforms");
export const accounts = () => ask("GET", "/accounts");
export const createAccount = (account) => ask("POST", "/accounts", account);
/** With null the desk fetches it again. */
export const pushMail = (account, to) => ask("POST", `/accounts/${account}/push`, to);
export const people = () => ask("GET", "/people");
export const createPerson = (person) => ask("POST", "/people", person);
export const chats = (account) => ask("GET", `/accounts/${account}/chats`);

/** The calls of one person to one account. */
export function chatApi(account, person) {
  const path = `/chats/${account}/${person}`;
  return {
    read: () => ask("GET", path),
    send: (message) => ask("POST", `${path}/messages`, message),
    sendMail({ text, replyTo, mail }, files) {
      const form = new FormData();
      form.set("text", text);
      form.set("mail", JSON.stringify(mail));
      if (replyTo) form.set("replyTo", replyTo);
      for (const file of files) form.append("file", file, file.name);
      return ask("POST", `${path}/messages`, form);
    },
    sendAlbum: (pieces) => ask("POST", `${path}/album`, { pieces }),
    edit: (id, text) => ask("PATCH", `${path}/messages/${id}`, { text }),
    react: (id, emoji) => ask("PUT", `${path}/messages/${id}/reaction`, { emoji }),
    remove: (id) => ask("DELETE", `${path}/messages/${id}`),
    begin: () => ask("POST", `${path}/begin`),
    readAll: () => ask("POST", `${path}/read`),
    press: (id, button) => ask("POST", `${path}/messages/${id}/press`, { button }),
    block: () => ask("POST", `${path}/block`),
    unblock: () => ask("POST", `${path}/unblock`),
    upload(type, file, { caption, replyTo, duration } = {}) {
      const form = new FormData();
      form.set("type", type);
      if (caption) form.set("caption", caption);
      if (replyTo) form.set("replyTo", replyTo);
      if (duration) form.set("duration", duration);
      form.set("file", file, file.name ?? "voice.ogg");
      return ask("POST", `${path}/messages`, form);
    },
  };
}

/** Live events; `onOpen` is called again after each reconnection, when missed changes must be read. */
export function watch({ onEvent, onOpen, onLost }) {
  const source = new EventSource("/_control/events");
  source.addEventListener("open", onOpen);
  source.addEventListener("error", onLost);
  source.addEventListener("message", ({ data }) => onEvent(JSON.parse(data)));
  return () => source.close();
}
