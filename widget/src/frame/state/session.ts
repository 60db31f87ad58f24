/** A visitor whom the desk knows: from the first message, an identity or a link of a mail, until the token ends. */
import type { Visitor, VisitorConversation, VisitorMessage } from "@parley/contract/visitors";
import { storageName } from "../address.ts";
import { isSignedOut, post, Refused } from "../calls.ts";
import { postToPage } from "../host.ts";
import { beep } from "../sound.ts";
import { onOtherTab } from "../storage.ts";
import { currentToken, ensureToken, forgetToken, newToken } from "../token.ts";
import { fetchMe, ignoreUnreachable, isNewer, putConversation, putMessage, resync } from "./conversations.ts";
import { connect, type Live } from "./live.ts";
import { dropAll, failWaiting, flushSoon, startOutbox, startOver } from "./outbox.ts";
import { peekOf } from "./peek.ts";
import { setReachable } from "./reachable.ts";
import { fetchSettings } from "./settings.ts";
import { change, chat } from "./store.ts";

/** Milliseconds; the desk repeats the sign sooner while the agent writes. */
const typingFor = 4_000;
const typingAgain = 3_000;
/** Milliseconds between two new tokens: a desk that refuses each one must not be asked endlessly. */
const anewEvery = 60_000;

let live: Live | null = null;
let typedAt = 0;
let beganAnewAt = Number.NEGATIVE_INFINITY;
const typingEnds = new Map<string, ReturnType<typeof setTimeout>>();

/** Continues the visitor's session; one without a token is unknown to the desk, and stays so. */
export async function resume(): Promise<void> {
  startOutbox({ sent: startLive, signedOut: tokenEnded });
  onOtherTab((name) => {
    if (name === storageName()) adoptToken();
  });
  if (!currentToken()) return;
  try {
    await fetchMe();
    startLive();
  } catch (error) {
    if (isSignedOut(error)) {
      // A message of this token, waiting or just sent, makes it known.
      if (chat().pending.length === 0 && chat().conversations.length === 0) forgetToken();
      return;
    }
    // Unreachable: the live connection keeps trying, and fetches when it stands.
    startLive();
  }
}

function startLive(): void {
  if (live || !currentToken()) return;
  live = connect({
    connected,
    disconnected: () => setReachable("live", false),
    message: receiveMessage,
    conversation: putConversation,
    typing: showTyping,
    settingsChanged: () => void fetchSettings().catch(ignoreUnreachable),
    ended,
    check: checkToken,
  });
}

function stopLive(): void {
  live?.close();
  live = null;
  setReachable("live", true);
}

function connected(): void {
  setReachable("live", true);
  flushSoon();
  resync()
    .then(() => {
      for (const { id, seq, unread } of chat().conversations) if (unread > 0) live?.delivered(id, seq);
    })
    .catch((error) => {
      if (isSignedOut(error)) tokenEnded();
      else ignoreUnreachable(error);
    });
}

function receiveMessage(conversation: VisitorConversation, message: VisitorMessage, isNew: boolean): void {
  const isNews = isNew && !message.mine && isNewer(conversation);
  putConversation(conversation);
  putMessage(message);
  if (!isNews) return;
  live?.delivered(message.conversation, message.seq);
  endTyping(message.conversation);
  const peek = peekOf(message);
  if (!peek) return;
  const { open, visible, view, choices } = chat();
  const isShown = open && visible && view.name === "conversation" && view.id === message.conversation;
  if (!isShown) {
    postToPage({ parley: "message", peek });
    if (choices.sound) beep();
  }
}

function showTyping(conversation: string, name: string): void {
  clearTimeout(typingEnds.get(conversation));
  typingEnds.set(
    conversation,
    setTimeout(() => endTyping(conversation), typingFor),
  );
  change({ typing: { ...chat().typing, [conversation]: name } });
}

function endTyping(conversation: string): void {
  clearTimeout(typingEnds.get(conversation));
  const { [conversation]: _, ...typing } = chat().typing;
  change({ typing });
}

export function sendTyping(conversation: string): void {
  if (!live || Date.now() - typedAt < typingAgain) return;
  typedAt = Date.now();
  live.typing(conversation);
}

export function sendSeen(conversation: string, seq: number): void {
  if (live?.seen(conversation, seq)) return;
  post("seen", { conversation, seq }).catch(ignoreUnreachable);
}

/** The desk no longer knows the token. Unsent messages are kept and begin another conversation. */
function tokenEnded(): void {
  const isRepeated = Date.now() - beganAnewAt < anewEvery;
  beganAnewAt = Date.now();
  leave();
  forgetToken();
  if (chat().pending.length === 0) return;
  newToken();
  change({ view: { name: "conversation", id: null } });
  startOver({ language: navigator.language });
  if (isRepeated) failWaiting();
}

/** The visitor is signed out, or blocked: a blocked visitor keeps the token, since another would be a way around it. */
function ended(): void {
  stopLive();
  checkToken();
}

function checkToken(): void {
  fetchMe().catch((error) => {
    if (isSignedOut(error)) tokenEnded();
    else ignoreUnreachable(error);
  });
}

/** Another tab of this visitor has signed in, out or started again. */
function adoptToken(): void {
  leave();
  if (!currentToken()) return;
  fetchMe()
    .then(startLive)
    .catch((error) => {
      if (!isSignedOut(error)) startLive();
    });
}

/** Forgets the desk's data about the visitor. */
function leave(): void {
  stopLive();
  change({ visitor: null, conversations: [], chats: {}, typing: {}, view: { name: "home" } });
}

export async function identify(jwt: string): Promise<void> {
  const had = currentToken();
  ensureToken();
  try {
    let answer = await post<{ visitor: Visitor | null; restart?: true }>("identify", { jwt });
    if (answer.restart) {
      leave();
      newToken();
      answer = await post("identify", { jwt });
    }
    change({ visitor: answer.visitor });
    postToPage({ parley: "identified" });
    await fetchMe();
    startLive();
  } catch (error) {
    if (!had && chat().pending.length === 0) forgetToken();
    const code = error instanceof Refused ? (error.reason ?? error.code) : "unreachable";
    postToPage({ parley: "error", code, text: "identify was refused" });
  }
}

export async function signOut(): Promise<void> {
  const had = currentToken();
  dropAll();
  if (had) await post("sign-out", {}).catch(ignoreUnreachable);
  forgetToken();
  leave();
}

/** Handles the link of a mail: this browser continues the conversation that the mail was about. */
export async function returnWith(code: string): Promise<void> {
  const had = currentToken();
  ensureToken();
  try {
    await post("return", { code });
    await fetchMe();
    const newest = chat().conversations[0];
    if (newest) change({ view: { name: "conversation", id: newest.id } });
    startLive();
  } catch (error) {
    if (!had) forgetToken();
    const isRefused = error instanceof Refused && !error.passes;
    change({ notice: isRefused ? "link_used" : "unreachable" });
  }
}
