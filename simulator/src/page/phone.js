import * as api from "./api.js";
import { openChat } from "./chat.js";
import { h, icon, toast } from "./dom.js";
import { newBot, newPerson } from "./newcomers.js";
import { renderPeople } from "./people.js";

const stage = document.getElementById("stage");
const place = document.getElementById("phone");
const botSelect = document.getElementById("bot");

const state = { bots: [], people: [], last: new Map(), unread: new Map(), bot: undefined, person: undefined };
let chat;
let stopWatching = () => undefined;

const chosen = () => ({
  bot: state.bots.find(({ id }) => id === state.bot),
  person: state.people.find(({ id }) => id === state.person),
});

function fromAddress() {
  const query = new URLSearchParams(location.search);
  state.bot = Number(query.get("bot")) || state.bots[0]?.id;
  state.person = Number(query.get("person")) || undefined;
}

function toAddress() {
  const query = new URLSearchParams();
  if (state.person) query.set("person", state.person);
  if (state.bot) query.set("bot", state.bot);
  history.pushState(null, "", `/phone?${query}`);
}

function showList() {
  renderPeople(document.getElementById("people"), state, (id) => choose({ person: id }));
  botSelect.replaceChildren(
    ...state.bots.map(({ id, name, username }) =>
      h("option", { value: id, selected: id === state.bot }, `${name} (@${username})`),
    ),
  );
}

function showChat() {
  chat?.leave();
  chat = undefined;
  const { bot, person } = chosen();
  stage.classList.toggle("chatting", Boolean(bot && person));
  if (bot && person) {
    state.unread.delete(person.id);
    document.title = `${person.name} · Parley simulator`;
    chat = openChat(place, { bot, person, onBack: () => choose({ person: undefined }) });
    chat.connected();
  } else {
    place.replaceChildren(h("p", { class: "nobody" }, icon("person"), nobody()));
  }
}

const nobody = () =>
  state.bots.length === 0
    ? "There is no bot yet. Make one with its token, then choose a client."
    : "Choose a client to see their phone.";

function choose(change) {
  Object.assign(state, change);
  toAddress();
  showChat();
  showList();
}

/** Chooses a person unknown to this page so far. */
async function meet(change) {
  await refresh();
  choose(change);
  await refresh();
}

function hear(event) {
  if (event.type === "world") reload();
  if (event.bot !== state.bot) return;
  chat?.hear(event);
  if (event.type !== "message" && event.type !== "edit") return;
  if (event.message.id >= (state.last.get(event.person)?.id ?? 0))
    state.last.set(event.person, event.message);
  if (event.type === "message" && event.person !== state.person && event.message.side === "bot") {
    state.unread.set(event.person, (state.unread.get(event.person) ?? 0) + 1);
  }
  showList();
}

function connected() {
  chat?.connected();
  reload();
}

const reload = () => refresh().catch((error) => toast(error.message));

async function refresh() {
  [state.bots, state.people] = await Promise.all([api.bots(), api.people()]);
  state.bot ??= state.bots[0]?.id;
  const known = state.bots.some(({ id }) => id === state.bot);
  state.last = new Map(known ? (await api.chats(state.bot)).map(({ person, last }) => [person, last]) : []);
  showList();
}

async function start() {
  [state.bots, state.people] = await Promise.all([api.bots(), api.people()]);
  fromAddress();
  await refresh();
  showChat();
  stopWatching = api.watch({ onEvent: hear, onOpen: connected, onLost: () => chat?.lost() });
}

botSelect.addEventListener("change", () => {
  state.last = new Map();
  choose({ bot: Number(botSelect.value) });
  reload();
});
document.getElementById("new-bot").append(icon("plus"));
document.getElementById("new-bot").addEventListener("click", () => newBot((bot) => meet({ bot: bot.id })));
document
  .getElementById("new-person")
  .addEventListener("click", () => newPerson((person) => meet({ person: person.id })));
addEventListener("popstate", () => {
  fromAddress();
  showChat();
  showList();
});
addEventListener("pagehide", () => stopWatching());

start().catch((error) => place.replaceChildren(h("p", { class: "nobody", role: "alert" }, error.message)));
