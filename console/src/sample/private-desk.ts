import type { PrivateChatCounts, PrivateMessage } from "@parley/contract/private-chat";
import type { PrivateChat, PrivateEvent } from "../features/people/private-chat/chat-state.ts";
import { at, noFile } from "./build.ts";

/** A small model of the server's private chats: its answers, and the events it publishes. */
export class PrivateDesk {
  readonly chats = new Map<string, { messages: PrivateMessage[]; read: Map<string, number> }>();
  readonly events: PrivateEvent[] = [];
  private readonly me: string;
  private readonly others: string[];
  private minute = 0;

  constructor(me: string, others: string[]) {
    this.me = me;
    this.others = others;
  }

  writes(from: string, to: string): void {
    const { chat, chatid } = this.of(from, to);
    const payload: PrivateMessage = {
      ...empty,
      chatid,
      messageid: crypto.randomUUID(),
      seq: chat.messages.length + 1,
      sender_no: this.from(chat.messages, from).length + 1,
      created_on: at(++this.minute),
      senderid: from,
      receiverid: to,
    };
    chat.messages.push(payload);
    this.events.push({ name: "newPrivateMessage", payload });
  }

  reads(readerid: string, otherid: string, upTo: number): void {
    const { chat, chatid } = this.of(readerid, otherid);
    const seq = Math.min(upTo, chat.messages.length);
    if (seq <= (chat.read.get(readerid) ?? 0)) return;
    chat.read.set(readerid, seq);
    const written = this.from(chat.messages.slice(0, seq), otherid).length;
    this.events.push({ name: "privateRead", payload: { chatid, readerid, otherid, seq, written } });
  }

  chat(other: string): PrivateChat {
    const { chat, chatid } = this.of(this.me, other);
    const read = (who: string) => chat.read.get(who) ?? 0;
    return { chatid, messages: [...chat.messages], own_read: read(this.me), colleague_read: read(other) };
  }

  counts(): PrivateChatCounts[] {
    const all = this.others.map((userid) => {
      const { chatid, messages, own_read } = this.chat(userid);
      const written = this.from(messages, userid).length;
      const read = this.from(messages.slice(0, own_read), userid).length;
      return {
        chatid,
        userid,
        written,
        read,
        unread: written - read,
        last_message_on: messages.at(-1)?.created_on ?? "",
      };
    });
    return all
      .filter(({ last_message_on }) => last_message_on)
      .sort((a, b) => (a.last_message_on < b.last_message_on ? 1 : -1));
  }

  private of(one: string, other: string) {
    const chatid = `c-${[one, other].sort().join("-")}`;
    const chat = this.chats.get(chatid) ?? { messages: [], read: new Map<string, number>() };
    this.chats.set(chatid, chat);
    return { chat, chatid };
  }

  private from = (messages: PrivateMessage[], who: string) =>
    messages.filter(({ senderid }) => senderid === who);
}

const empty = {
  sender_name: "",
  type: "text",
  content: "Hello",
  ...noFile,
} as const;
