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

export const bots = () => ask("GET", "/bots");
export const createBot = (bot) => ask("POST", "/bots", bot);
export const people = () => ask("GET", "/people");
export const createPerson = (person) => ask("POST", "/people", person);
export const chats = (bot) => ask("GET", `/bots/${bot}/chats`);

/** The acts of one person towards one bot. */
export function chatApi(bot, person) {
  const path = `/chats/${bot}/${person}`;
  return {
    read: () => ask("GET", path),
    send: (message) => ask("POST", `${path}/messages`, message),
    sendAlbum: (pieces) => ask("POST", `${path}/album`, { pieces }),
    edit: (id, text) => ask("PATCH", `${path}/messages/${id}`, { text }),
    react: (id, emoji) => ask("PUT", `${path}/messages/${id}/reaction`, { emoji }),
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

/** Live events; `onOpen` comes again after each reconnection, when what was missed must be read anew. */
export function watch({ onEvent, onOpen, onLost }) {
  const source = new EventSource("/_control/events");
  source.addEventListener("open", onOpen);
  source.addEventListener("error", onLost);
  source.addEventListener("message", ({ data }) => onEvent(JSON.parse(data)));
  return () => source.close();
}
