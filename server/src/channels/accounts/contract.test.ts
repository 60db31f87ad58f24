/**
 * Every registered channel goes through the same cases, at the wire of its simulator or of its clients' browsers. What it declares is
 * tried; what it does not declare is refused cleanly. A new channel gives its driver, in `test/world/drivers.ts`.
 */
import { reactionsOffered } from "@parley/contract/channel-declaration";
import type { ChannelRow } from "@parley/contract/channels";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  isPlayed,
  type PlayedChannel,
  type PlayedClient,
  playChannel,
} from "../../../../test/world/drivers.ts";
import { form } from "../../../../test/world/form.ts";
import { startLive } from "../../../../test/world/live.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { channelModules } from "../../app/channels.ts";
import { markSeen } from "../../support/tickets/seen.ts";
import { deliver } from "../outbound/deliver.ts";
import { markReadAtProvider } from "../outbound/read-marks.ts";
import { showTyping } from "../outbound/typing.ts";
import { checkAccounts } from "./check.ts";
import { findChannel, openChannel } from "./find.ts";
import { startListening } from "./listen.ts";

test("every channel is played", () => {
  expect(channelModules.map(({ platform }) => platform).filter((platform) => !isPlayed(platform))).toEqual(
    [],
  );
});

describe.each(channelModules.map((module) => [module.platform, module] as const))(
  "%s",
  (platform, module) => {
    const { declaration } = module;
    const byProvider = !declaration.direct;
    let world: World;
    let driver: PlayedChannel;
    let account: string;
    let channelid: string;
    let client: PlayedClient;
    let live: Awaited<ReturnType<typeof startLive>> | null = null;
    let listening: Awaited<ReturnType<typeof startListening>>;

    const admin = () => world.as("ingrid");
    const connect = (body: object) => admin().post(`/channels/${platform}/connect`, body);
    const rows = async () => (await admin().get("/channels")).json() as ChannelRow[];

    beforeAll(async () => {
      world = await createWorld();
      if (declaration.direct) live = await startLive(world);
      driver = playChannel(platform, world, live?.url ?? "");
      const made = driver.newAccount();
      account = made.externalId;
      const answer = await connect({ ...made.body, departmentid: world.departments.bookings.id });
      expect(answer.statusCode, answer.body).toBe(200);
      channelid = answer.json().channelid;
      await driver.connected?.(account, answer.json());
      listening = await startListening(world.context);
    });
    afterAll(async () => {
      await listening.stop();
      await live?.close();
      await world.close();
    });
    beforeEach(async () => {
      client = await driver.newClient(account);
    });
    afterEach(() => world.telegram.control.clearFaults());

    const messages = () =>
      world.desk("harbour", ({ db }) =>
        db
          .selectFrom("message")
          .innerJoin("ticket", "ticket.id", "message.ticket_id")
          .selectAll("message")
          .where("ticket.channel_id", "=", channelid)
          .where("ticket.client_external_id", "=", client.externalId)
          .orderBy("message.seq")
          .execute(),
      );
    const ticketOf = () =>
      world.desk("harbour", ({ db }) =>
        db
          .selectFrom("ticket")
          .selectAll()
          .where("channel_id", "=", channelid)
          .where("client_external_id", "=", client.externalId)
          .executeTakeFirstOrThrow(),
      );
    /** Plants a ticket: the client has written, and mira has accepted it. */
    async function conversation() {
      const id = await client.write("Where is order 7?");
      await driver.delivered(account);
      const ticket = await ticketOf();
      await world.as("mira").post("/acceptTicket", { ticketid: ticket.id });
      return { ticket, id };
    }
    const send = (ticketid: string, body: object) =>
      world.as("mira").post("/send-message", { ticketid, content: "It is on its way.", ...body });
    const react = (ticketid: string, body: object) => world.as("mira").post("/react", { ticketid, ...body });
    const deliverNow = ({ id: ticketId, company_id: companyId }: { id: string; company_id: string }) =>
      deliver(world.context, { companyId, ticketId }, new AbortController().signal);
    const lastSent = async () => (await messages()).findLast(({ is_agent }) => is_agent);

    describe("every channel is played by a driver", () => {
      test("a message of a client is received once", async () => {
        const id = await client.write("Where is order 7?");
        await driver.delivered(account);
        await driver.repeat(account, client);
        expect(
          (await messages()).map(({ external_id, content, author }) => [external_id, content, author]),
        ).toEqual([[id, "Where is order 7?", client.externalId]]);
        expect((await ticketOf()).department_id).toBe(world.departments.bookings.id);
      });

      test("texts are received in the order they were written", async () => {
        for (const text of ["one", "two", "three"]) await client.write(text);
        await driver.delivered(account);
        expect((await messages()).map(({ content }) => content)).toEqual(["one", "two", "three"]);
      });

      test.runIf(declaration.kinds.in.includes("image"))("a file of a client is fetched", async () => {
        await client.sendFile("The broken one");
        await driver.delivered(account);
        await world.drain();
        const [message] = await messages();
        const file = await world.desk("harbour", ({ db }) =>
          db
            .selectFrom("file")
            .selectAll()
            .where("id", "=", message?.file_id ?? "")
            .executeTakeFirstOrThrow(),
        );
        expect([message?.caption, file.state, Number(file.size) > 0]).toEqual([
          "The broken one",
          "ready",
          true,
        ]);
      });

      test.runIf(declaration.client.edits)("an edit of a client is received", async () => {
        const id = await client.write("Order 7");
        await driver.delivered(account);
        await client.edit?.(id, "Order 8");
        await driver.delivered(account);
        expect((await messages()).map(({ content }) => content)).toEqual(["Order 8"]);
      });

      test.runIf(declaration.client.deletes)(
        "a message that a client takes back leaves a trace",
        async () => {
          const id = await client.write("Order 7");
          await driver.delivered(account);
          await client.remove?.(id);
          await driver.delivered(account);
          expect((await messages()).map(({ type, content }) => [type, content])).toEqual([["deleted", ""]]);
        },
      );

      test.runIf(declaration.reactions.in)(
        "a client's reaction to what the desk sent is received",
        async () => {
          const { ticket } = await conversation();
          await send(ticket.id, {});
          await deliverNow(ticket);
          const [received] = await client.received();
          await client.react?.(received?.id ?? "", "👍");
          await driver.delivered(account);
          expect((await lastSent())?.reaction).toBe("👍");
        },
      );

      test.runIf(declaration.rating)(
        "stars are asked for when the ticket is closed, and stored",
        async () => {
          const { ticket } = await conversation();
          await world.as("mira").post("/close-ticket", { ticketid: ticket.id });
          await deliverNow(ticket);
          await client.rate?.(3);
          await driver.delivered(account);
          expect((await ticketOf()).rating).toBe(3);
        },
      );
    });

    describe("sends", () => {
      test("a text is sent, and the provider's id of it kept", async () => {
        const { ticket } = await conversation();
        await send(ticket.id, {});
        await deliverNow(ticket);
        const [received] = await client.received();
        expect([received?.text, (await lastSent())?.external_id]).toEqual([
          "It is on its way.",
          received?.id,
        ]);
        expect((await lastSent())?.status).toBe("sent");
      });

      test.runIf(declaration.receipts.includes("delivered"))(
        "a text is sent, and a receipt says that it has arrived",
        async () => {
          const { ticket } = await conversation();
          await send(ticket.id, {});
          await deliverNow(ticket);
          await client.confirm?.((await client.received())[0]?.id ?? "");
          await driver.delivered(account);
          expect((await lastSent())?.status).toBe("delivered");
        },
      );

      test.runIf(declaration.quotes)("a quote of what the client wrote is sent", async () => {
        const { ticket, id } = await conversation();
        const [original] = await messages();
        await send(ticket.id, { originalMessageId: original?.id });
        await deliverNow(ticket);
        expect((await client.received())[0]?.quotes).toBe(id);
      });

      test.runIf(!declaration.quotes)("a quote is refused where the channel sends none", async () => {
        const { ticket } = await conversation();
        const [original] = await messages();
        expect((await send(ticket.id, { originalMessageId: original?.id })).statusCode).toBe(400);
      });

      test.runIf(!declaration.kinds.out.includes("document"))(
        "a file is refused where the channel sends none",
        async () => {
          const { ticket } = await conversation();
          const body = form({ ticketid: ticket.id }, { name: "bill.txt", content: "7 EUR" });
          expect(
            (await world.as("mira").post("/send-file", undefined, body)).statusCode,
          ).toBeGreaterThanOrEqual(400);
          expect(await lastSent()).toBeUndefined();
        },
      );

      test.runIf(!declaration.rating || declaration.ratingCard)(
        "no question for stars is sent when the ticket closes",
        async () => {
          const { ticket } = await conversation();
          await world.as("mira").post("/close-ticket", { ticketid: ticket.id });
          await deliverNow(ticket);
          expect(await client.received()).toEqual([]);
        },
      );

      test.runIf(declaration.kinds.out.includes("document"))("a file is sent", async () => {
        const { ticket } = await conversation();
        const body = form(
          { ticketid: ticket.id, caption: "The bill" },
          { name: "bill.txt", content: "7 EUR" },
        );
        expect((await world.as("mira").post("/send-file", undefined, body)).statusCode).toBe(201);
        await deliverNow(ticket);
        const sent = (await client.received()).map(({ file, text }) => [file, text]);
        const carried = declaration.captions?.includes("document") ?? true;
        expect(sent).toEqual(
          carried
            ? [[true, "The bill"]]
            : [
                [true, ""],
                [false, "The bill"],
              ],
        );
      });

      test("a text over the limit is refused, and nothing is queued", async () => {
        const { ticket } = await conversation();
        const answer = await send(ticket.id, { content: "x".repeat(declaration.text + 1) });
        expect(answer.statusCode).toBe(400);
        expect(await lastSent()).toBeUndefined();
      });

      test.runIf(declaration.direct)("a message is sent at once, to one who is not there too", async () => {
        const { ticket } = await conversation();
        await send(ticket.id, {});
        await deliverNow(ticket);
        expect([(await lastSent())?.status, (await lastSent())?.attempts]).toEqual(["sent", 1]);
      });

      test.runIf(byProvider).each([
        ["refused", "failed"],
        ["tryAgain", "queued"],
        ["unknown", "uncertain"],
      ] as const)(
        "when the provider answers with %s, the message is %s, with a reason",
        async (how, status) => {
          const { ticket } = await conversation();
          driver.spoilNextSend(account, how);
          await send(ticket.id, {});
          await deliverNow(ticket);
          const sent = await lastSent();
          // It is sent again by itself where the provider takes it once.
          const expected = how === "unknown" && declaration.deduplicates ? "queued" : status;
          expect([sent?.status, sent?.status_reason !== null]).toEqual([expected, true]);
        },
      );

      describe.runIf(declaration.reactions.out)("a reaction", () => {
        const [first = "", second = ""] = reactionsOffered(declaration);

        test("a reaction goes to what the client wrote and to what the desk sent, another takes its place, and it is taken back", async () => {
          const { ticket, id } = await conversation();
          await send(ticket.id, {});
          await deliverNow(ticket);
          const [theirs, ours] = await messages();
          const own = (await client.received())[0]?.id ?? "";
          for (const [messageid, external] of [
            [theirs?.id, id],
            [ours?.id, own],
          ] as const) {
            for (const reaction of [first, second, null]) {
              const answer = await react(ticket.id, { messageid, reaction });
              expect([answer.statusCode, answer.json().agent_reaction]).toEqual([200, reaction]);
              await deliverNow(ticket);
              expect(await client.reactionTo?.(external)).toBe(reaction);
            }
          }
        });

        test.runIf(byProvider).each([
          ["refused", true],
          ["tryAgain", false],
          ["unknown", false],
        ] as const)("%s by the provider: whether the agent sees a reason is %s", async (how, failed) => {
          const { ticket } = await conversation();
          const [theirs] = await messages();
          driver.spoilNextSend(account, how, "reaction");
          await react(ticket.id, { messageid: theirs?.id, reaction: first });
          await deliverNow(ticket);
          const [message] = await messages();
          expect([message?.agent_reaction, message?.agent_reaction_reason !== null]).toEqual([first, failed]);
          if (failed) return;
          world.clock.advance(120_000);
          await deliverNow(ticket);
          expect([
            await client.reactionTo?.(theirs?.external_id ?? ""),
            (await ticketOf()).reactions_wait,
          ]).toEqual([first, false]);
        });
      });

      test.runIf(!declaration.reactions.out)(
        "a reaction is refused where the channel sends none",
        async () => {
          const { ticket } = await conversation();
          const [theirs] = await messages();
          const answer = await react(ticket.id, { messageid: theirs?.id, reaction: "👍" });
          expect([answer.statusCode, answer.json().reason.code]).toEqual([400, "channel_without_reactions"]);
        },
      );

      const changes = [
        ["edit", "/edit-message", { content: "It is here." }, declaration.ours.edits],
        ["deletion", "/delete-message", {}, declaration.ours.deletes],
      ] as const;
      describe.each(changes)("an %s of what was sent", (what, path, more, within) => {
        async function sentText() {
          const { ticket } = await conversation();
          await send(ticket.id, {});
          await deliverNow(ticket);
          const ours = await lastSent();
          const change = () =>
            world.as("mira").post(path, { ticketid: ticket.id, messageid: ours?.id, ...more });
          const shown = async () => (await client.received()).map(({ text }) => text).filter(Boolean);
          return { ticket, ours, change, shown };
        }
        const after = what === "edit" ? ["It is here."] : [];

        test.runIf(within !== null)("the client's side follows, and a repeat changes nothing", async () => {
          const { ours, change, shown } = await sentText();
          for (let times = 0; times < 2; times += 1) {
            const answer = await change();
            expect([answer.statusCode, answer.json().content]).toEqual([200, after[0] ?? ""]);
          }
          expect(await shown()).toEqual(after);
          const history = await admin().get(`/messages/${ours?.id}/history`);
          expect(history.json()).toMatchObject([
            {
              kind: what === "edit" ? "edit" : "delete",
              content: "It is on its way.",
              user_name: "Mira Halvorsen",
            },
          ]);
        });

        test.runIf(within !== null && byProvider).each([
          ["refused", 409, null],
          ["tryAgain", 409, null],
          ["unknown", 200, "uncertain"],
        ] as const)(
          "the provider's answer is %s: the message stays, and another try ends it",
          async (how, status, state) => {
            const { change, shown } = await sentText();
            driver.spoilNextSend(account, how, what);
            const answer = await change();
            expect([answer.statusCode, answer.json().change?.state ?? null]).toEqual([status, state]);
            const kept = await lastSent();
            expect([kept?.content, kept?.change?.state ?? null]).toEqual(["It is on its way.", state]);
            expect((await change()).statusCode).toBe(200);
            expect([await shown(), (await lastSent())?.change]).toEqual([after, null]);
          },
        );

        test.runIf(within !== null && byProvider)(
          "a change that the provider refuses as too late leaves the message as it is, and the agent reads why",
          async () => {
            const { change, shown } = await sentText();
            driver.refuseLate?.(account, what);
            const answer = await change();
            const code = typeof within === "number" ? "change_too_late" : "provider";
            expect([answer.statusCode, answer.json().reason.code]).toEqual([409, code]);
            expect(await shown()).toEqual(["It is on its way."]);
            expect(await lastSent()).toMatchObject({ content: "It is on its way.", change: null });
          },
        );

        test.runIf(typeof within === "number")(
          "the desk refuses a change once the channel's time has passed",
          async () => {
            const { ticket, change, shown } = await sentText();
            const long = new Date(world.clock.now().getTime() - Number(within));
            await world.desk("harbour", ({ db }) =>
              db
                .updateTable("message")
                .set({ created_on: long })
                .where("ticket_id", "=", ticket.id)
                .where("is_agent", "=", true)
                .execute(),
            );
            const answer = await change();
            expect([answer.statusCode, answer.json().reason.code]).toEqual([409, "change_too_late"]);
            expect(await shown()).toEqual(["It is on its way."]);
          },
        );

        test.runIf(within === null)("the desk refuses it where the channel has none", async () => {
          const { change, shown } = await sentText();
          const answer = await change();
          const code = what === "edit" ? "channel_without_edits" : "channel_without_deletes";
          expect([answer.statusCode, answer.json().reason.code]).toEqual([400, code]);
          expect(await shown()).toEqual(["It is on its way."]);
        });
      });

      test("the channel shows that someone is typing, where it is declared", async () => {
        const { ticket } = await conversation();
        await showTyping(world.context, ticket);
        expect(await client.sawTyping()).toBe(declaration.typing.out);
        expect(world.context.adapters.of(platform).typing !== null).toBe(declaration.typing.out);
      });
    });

    test("the channel marks what an agent has seen as read, where it is declared", async () => {
      const declared = declaration.readMarks ?? false;
      const { ticket } = await conversation();
      const seen = await world.work("mira", (scope) => markSeen(scope, ticket.id, 1));
      for (const one of seen) await markReadAtProvider(world.context, one);
      expect((await client.sawRead?.()) ?? false).toBe(declared);
      expect(world.context.adapters.of(platform).markRead !== undefined).toBe(declared);
    });

    describe("the account", () => {
      test("the account", async () => {
        const row = await findChannel(world.context, channelid);
        if (!row) throw new Error("The channel is not there");
        const channel = openChannel(row, world.context.secrets);
        const check = () =>
          world.context.adapters.of(platform).check(channel, null, AbortSignal.timeout(5000));
        expect((await check()).outcome).toBe("working");
      });

      describe.runIf(byProvider)("its health", () => {
        const state = async () => {
          const row = (await rows()).find((one) => one.channelid === channelid);
          return [row?.state, row?.reason !== null, row?.mend ?? null];
        };
        /** The next check of the account, at the time it is due. */
        async function checkNext() {
          world.clock.advance(5 * 60_000);
          await checkAccounts(world.context);
        }
        afterEach(() => driver.mendChecks(account));

        test("refused credentials break the account until a check finds it working again", async () => {
          expect(await state()).toEqual(["working", false, null]);
          expect(driver.spoilChecks(account, "refused")).toBe(true);
          await checkNext();
          expect(await state()).toEqual(["broken", true, "connect_again"]);
          driver.mendChecks(account);
          await checkNext();
          expect(await state()).toEqual(["working", false, null]);
        });

        test("a missing answer breaks the account when a second check gets none either", async () => {
          expect(driver.spoilChecks(account, "unreachable")).toBe(true);
          await checkNext();
          expect(await state()).toEqual(["working", false, null]);
          await checkNext();
          expect((await state()).slice(0, 2)).toEqual(["broken", true]);
          driver.mendChecks(account);
          await checkNext();
          expect(await state()).toEqual(["working", false, null]);
        });

        test("events that wait at the provider deserve a look, where the provider reports them", async () => {
          if (!driver.spoilChecks(account, "pending")) return;
          await checkNext();
          await checkNext();
          expect(await state()).toEqual(["attention", true, "check_address"]);
          driver.mendChecks(account);
          await checkNext();
          expect(await state()).toEqual(["working", false, null]);
        });
      });

      test.runIf(byProvider)(
        "an account with wrong credentials is refused, and nothing is kept",
        async () => {
          const before = await rows();
          const answer = await connect(driver.wrongAccount());
          expect([answer.statusCode, answer.json().code]).toEqual([400, "provider_refused"]);
          expect(await rows()).toEqual(before);
        },
      );

      test("one of several accounts is renamed, disconnected and connected again with its tickets", async () => {
        const second = driver.newAccount();
        const { channelid: id } = (await connect(second.body)).json() as ChannelRow;
        expect((await rows()).filter((row) => row.platform === platform).length).toBeGreaterThan(1);
        const renamed = await admin().post(`/channels/${id}/update`, { name: "Second" });
        expect(renamed.json()).toMatchObject({ channelid: id, name: "Second" });
        expect((await admin().post(`/channels/${id}/disconnect`)).statusCode).toBe(200);
        expect((await rows()).map((row) => row.channelid)).not.toContain(id);
        const again = (await connect(second.body)).json() as ChannelRow;
        // Without an id of the provider each connection is a new account.
        if (declaration.direct) expect(again.channelid).not.toBe(id);
        else expect([again.channelid, again.name]).toEqual([id, "Second"]);
      });

      test.runIf(byProvider)(
        "an account is shown to the agent as broken once its credentials are revoked",
        async () => {
          const { ticket } = await conversation();
          driver.revoke(account);
          await send(ticket.id, {});
          await deliverNow(ticket);
          // A mail server's refused sign-in counts once it is repeated.
          world.clock.advance(6_000);
          await deliverNow(ticket);
          const row = (await rows()).find((one) => one.channelid === channelid);
          expect([row?.state, row?.reason !== null]).toEqual(["broken", true]);
          expect((await lastSent())?.status).toBe("failed");
        },
      );
    });
  },
);
