import "../../../sample/with-storage.ts";
import type { Outgoing } from "@parley/contract/outgoing";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keys } from "../../../api/queries.ts";
import { agents, at, message, noFile, ticketOf } from "../../../sample/build.ts";
import { fakeStorage } from "../../../sample/storage.ts";
import { useToasts } from "../../../ui/toast.ts";
import type { ChatState } from "../messages/chat-state.ts";
import { takeBack } from "../outgoing/outgoing.ts";
import { clearDrafts, localDraft } from "./drafts.ts";
import { extrasAt, type Macro, useExtras } from "./extras.ts";
import { applyLeft } from "./left.ts";
import { put, useOutbox } from "./outbox.ts";
import { runMacro, send, sendAgain, sendMail } from "./sending.ts";

const { ticketid } = message();
const cache = new QueryClient();
const macro: Macro = {
  ...{ bubbleid: "m1", name: "Settled", updated_on: at(1) },
  actions: [{ kind: "close", silently: true }],
};
const unsent = () => useOutbox.getState().unsent;
const toasts = () => useToasts.getState().toasts;
const shown = () =>
  cache.getQueryData<ChatState>(keys.chat(ticketid))?.messages.map(({ content }) => content);

type Body = { runid: string; messageid: string; message?: { content: string; messageid: string } };
let calls: { path: string; body: Body }[];
let answers: Record<string, (body: Body) => Response>;

const done = ({ runid, message: sent }: Body) =>
  Response.json({
    runid,
    ticket: ticketOf(agents.mira, { ticketid }),
    message: sent ? message({ ...sent, seq: 2, isagent: true }) : null,
  });
const refused = (code: string) =>
  Response.json({ code: "conflict", message: "No.", reason: { code, facts: {} } }, { status: 409 });

beforeEach(() => {
  vi.stubGlobal("localStorage", fakeStorage());
  clearDrafts();
  useToasts.setState({ toasts: [] });
  useOutbox.setState({ unsent: [] });
  useExtras.setState({}, true);
  calls = [];
  answers = { "/run-macro": done };
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body));
    calls.push({ path, body });
    return answers[path]?.(body) ?? Response.json({});
  });
  cache.setQueryData<ChatState>(keys.chat(ticketid), { messages: [] });
});
afterEach(() => {
  // A draft that is saved later would be a call of another test.
  clearDrafts();
  vi.unstubAllGlobals();
});

const sendMacro = () => send(cache, { ticketid, content: "All done", replyTo: null, macro });
const runs = () => calls.filter(({ path }) => path === "/run-macro").map(({ body }) => body);

test("a text and its macro are one call, and the undo is offered", async () => {
  sendMacro();
  await vi.waitFor(() => expect(unsent()).toEqual([]));
  expect(runs()).toMatchObject([
    { ticketid, bubbleid: "m1", updated_on: at(1), message: { content: "All done" } },
  ]);
  expect(shown()).toEqual(["All done"]);
  answers["/undo-macro"] = () =>
    Response.json({ ticket: ticketOf(agents.mira, { ticketid }), left: ["move"] });
  toasts()[0]?.actions[0]?.run();
  await vi.waitFor(() => expect(calls.at(-1)).toMatchObject({ body: { runid: runs()[0]?.runid } }));
  await vi.waitFor(() => expect(toasts().at(-1)?.tone).toBe("danger"));
});

test("a refused macro has sent nothing: its text is the draft again, with the macro", async () => {
  answers["/run-macro"] = () => refused("tag_unknown");
  sendMacro();
  await vi.waitFor(() => expect(localDraft(ticketid)?.text).toBe("All done"));
  expect([unsent(), extrasAt(ticketid).macro]).toEqual([[], macro]);
  expect(toasts()).toMatchObject([{ tone: "danger" }]);
});

test("a macro that was changed meanwhile is put away, and its text is the draft again", async () => {
  answers["/run-macro"] = () => refused("macro_changed");
  sendMacro();
  await vi.waitFor(() => expect(localDraft(ticketid)?.text).toBe("All done"));
  expect(extrasAt(ticketid).macro).toBeNull();
});

test("a lost answer is asked for again with the same run", async () => {
  answers["/run-macro"] = () => {
    throw new TypeError("Failed to fetch");
  };
  sendMacro();
  await vi.waitFor(() => expect(unsent()).toMatchObject([{ trouble: { unreachable: true } }]));
  answers["/run-macro"] = done;
  const [entry] = unsent();
  if (entry) sendAgain(cache, entry);
  await vi.waitFor(() => expect(unsent()).toEqual([]));
  const [first, second] = runs();
  expect([second?.runid, second?.message?.messageid]).toEqual([first?.runid, first?.message?.messageid]);
});

test("a macro waits for a file that could not be sent", async () => {
  put({
    ...{ messageid: "f1", ticketid, content: "", writtenOn: at(1), trouble: { unreachable: true } },
    file: { name: "terms.pdf", size: 5, type: "application/pdf", progress: 0 },
  });
  sendMacro();
  await vi.waitFor(() => expect(unsent()).toMatchObject([{}, { trouble: { unreachable: false } }]));
  runMacro(cache, ticketid, macro);
  await vi.waitFor(() => expect(toasts()).toMatchObject([{ tone: "danger" }]));
  expect(runs()).toEqual([]);
});

test("the macro of a mail runs after it, and a refusal can be tried again", async () => {
  answers["/send-mail"] = () => Response.json(message({ seq: 2, isagent: true }));
  answers["/run-macro"] = () => refused("tag_unknown");
  const mail = { kind: "reply" as const, about: null, quoted: false, to: [], cc: [], bcc: [], subject: "" };
  sendMail(cache, ticketid, "All done", {
    mail: { ...mail, html: "<p>All done</p>", files: [] },
    macro,
  });
  await vi.waitFor(() => expect(toasts()).toMatchObject([{ tone: "danger" }]));
  expect(calls.map(({ path }) => path)).toEqual(["/send-mail", "/run-macro"]);
  expect(runs()[0]?.message).toBeUndefined();
  answers["/run-macro"] = done;
  toasts()[0]?.actions[0]?.run();
  await vi.waitFor(() => expect(toasts()).toMatchObject([{}, { tone: "neutral" }]));
  expect(runs()[1]?.runid).toBe(runs()[0]?.runid);
});

const outgoingOf = (facts: Partial<Outgoing> = {}): Outgoing => ({
  ...{
    messageid: "o1",
    ticketid,
    client_name: "Olena",
    channelid: null,
    platform: "telegram",
    userid: agents.mira.id,
  },
  ...{
    user_name: "Mira",
    writer_left: false,
    created_on: at(1),
    type: "text",
    content: "All done",
    caption: null,
  },
  ...{ originalMessageId: null, mail: null, macro: { ...macro, runid: "r1" }, held: true, due_on: at(2) },
  ...{ stopped_on: null, reason: null, ...noFile, ...facts },
});

test("with taking back on, a text waits with its macro, which runs when it leaves and can be undone", async () => {
  cache.setQueryData(keys.profile, { takeBack: true });
  cache.setQueryData<Outgoing[]>(keys.ownOutgoing, []);
  answers["/schedule-message"] = ({ messageid }) =>
    Response.json({ outgoing: outgoingOf({ messageid }), message: null });
  sendMacro();
  await vi.waitFor(() => expect(unsent()).toEqual([]));
  cache.setQueryData(keys.profile, undefined);
  expect(calls).toMatchObject([
    {
      path: "/schedule-message",
      body: { content: "All done", leaves: "held", macro: { bubbleid: "m1", updated_on: at(1) } },
    },
  ]);
  expect(toasts()).toEqual([]);
  const [waits] = cache.getQueryData<Outgoing[]>(keys.ownOutgoing) ?? [];
  if (!waits) throw new Error("The text waits");
  applyLeft(cache, agents.jonas.id, waits);
  cache.setQueryData<Outgoing[]>(keys.ownOutgoing, [waits]);
  applyLeft(cache, agents.mira.id, waits);
  applyLeft(cache, agents.mira.id, waits);
  await vi.waitFor(() => expect(toasts()).toMatchObject([{ tone: "neutral" }]));
  answers["/undo-macro"] = () => Response.json({ ticket: ticketOf(agents.mira, { ticketid }), left: [] });
  toasts()[0]?.actions[0]?.run();
  await vi.waitFor(() => expect(calls.at(-1)).toMatchObject({ path: "/undo-macro", body: { runid: "r1" } }));
});

test("a text that is taken back returns to the composer with its macro", async () => {
  answers["/drop-outgoing"] = () => Response.json(outgoingOf());
  await takeBack(cache, outgoingOf());
  expect([localDraft(ticketid)?.text, extrasAt(ticketid).macro]).toEqual(["All done", macro]);
});
