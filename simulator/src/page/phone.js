import * as api from "./api.js";
import { openChat } from "./chat.js";
import { h, icon, toast } from "./dom.js";
import { lookOf } from "./looks.js";
import { openMail } from "./mail.js";
import { newAccount, newPerson } from "./newcomers.js";
import { renderPeople } from "./people.js";

const stage = document.getElementById("stage");
const place = document.getElementById("phone");
const accountSelect = document.getElementById("account");

const state = {
  platforms: {},
  accounts: [],
  people: [],
  last: new Map(),
  unread: new Map(),
  account: undefined,
  person: undefined,
};
let chat;
let stopWatching = () => undefined;

const chosen = () => ({
  account: state.accounts.find(({ id }) => id === state.account),
  person: state.people.find(({ id }) => id === state.person),
});

/** A person who uses one platform only is not offered on another. */
const uses = (person, account) => !person.platform || person.platform === account?.platform;

function fromAddress() {
  const query = new URLSearchParams(location.search);
  state.account = Number(query.get("account")) || state.accounts[0]?.id;
  state.person = Number(query.get("person")) || undefined;
}

function toAddress() {
  const query = new URLSearchParams();
  if (state.person) query.set("person", state.person);
  if (state.account) query.set("account", state.account);
  history.pushState(null, "", `/phone?${query}`);
}

function showList() {
  const { account } = chosen();
  const people = state.people.filter((person) => uses(person, account));
  renderPeople(document.getElementById("people"), { ...state, people }, (id) => choose({ person: id }));
  accountSelect.replaceChildren(
    ...state.accounts.map((one) =>
      h("option", { value: one.id, selected: one.id === state.account }, named(one)),
    ),
  );
}

/** The platform and the name; accounts of one name are told apart by their handle. */
function named({ platform, name, handle, id }) {
  const isShared = state.accounts.some(
    (one) => one.id !== id && one.platform === platform && one.name === name,
  );
  return `${lookOf(platform).name}: ${isShared ? `${name} (${handle})` : name}`;
}

function showChat() {
  chat?.leave();
  chat = undefined;
  const { account, person } = chosen();
  const isPlayed = Boolean(account && person && uses(person, account));
  stage.classList.toggle("chatting", isPlayed);
  document.documentElement.dataset.platform = account?.platform ?? "";
  if (isPlayed) {
    state.unread.delete(person.id);
    document.title = `${person.name} · Parley simulator`;
    const features = state.platforms[account.platform];
    const open = account.platform === "email" ? openMail : openChat;
    chat = open(place, { account, person, features, onBack: () => choose({ person: undefined }) });
    chat.connected();
  } else {
    place.replaceChildren(h("p", { class: "nobody" }, icon("person"), nobody()));
  }
}

const nobody = () =>
  state.accounts.length === 0
    ? "There is no account yet. Make one, then choose a client."
    : "Choose a client to see their phone.";

function choose(change) {
  Object.assign(state, change);
  toAddress();
  showChat();
  showList();
}

/** Chooses an account or a person that this page does not know yet. */
async function meet(change) {
  await refresh();
  choose(change);
  await refresh();
}

function hear(event) {
  if (event.type === "world") reload();
  if (event.account !== state.account) return;
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

async function read() {
  [state.platforms, state.accounts, state.people] = await Promise.all([
    api.platforms(),
    api.accounts(),
    api.people(),
  ]);
}

async function refresh() {
  await read();
  state.account ??= state.accounts[0]?.id;
  const known = state.accounts.some(({ id }) => id === state.account);
  state.last = new Map(
    known ? (await api.chats(state.account)).map(({ person, last }) => [person, last]) : [],
  );
  showList();
}

async function start() {
  await read();
  fromAddress();
  await refresh();
  showChat();
  stopWatching = api.watch({ onEvent: hear, onOpen: connected, onLost: () => chat?.lost() });
}

accountSelect.addEventListener("change", () => {
  const account = state.accounts.find(({ id }) => id === Number(accountSelect.value));
  const { person } = chosen();
  state.last = new Map();
  state.unread = new Map();
  choose({ account: account?.id, person: person && uses(person, account) ? person.id : undefined });
  reload();
});
document.getElementById("new-account").append(icon("plus"));
document
  .getElementById("new-account")
  .addEventListener("click", () =>
    newAccount(Object.keys(state.platforms), (account) => meet({ account: account.id, person: undefined })),
  );
document.getElementById("new-person").addEventListener("click", () => {
  const { account } = chosen();
  newPerson(account, (person) => meet({ person: person.id }));
});
addEventListener("popstate", () => {
  fromAddress();
  showChat();
  showList();
});
addEventListener("pagehide", () => stopWatching());

start().catch((error) => place.replaceChildren(h("p", { class: "nobody", role: "alert" }, error.message)));
