/** A card's last message: the server's stored one equals the one that the console makes of an event, for any text. */
import { limits } from "@parley/contract/limits";
import type { Message } from "@parley/contract/messages";
import type { Ticket } from "@parley/contract/tickets";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applyToTicket } from "../console/src/features/tickets/list/ticket-events.ts";
import { agents } from "../console/src/sample/build.ts";
import { receive } from "../server/src/channels/inbound/receive.ts";
import { createWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** Texts around the cut, with characters of one, two and many units. */
const words = fc
  .tuple(
    fc.integer({ min: -2, max: 2 }),
    fc.array(fc.constantFrom("a", "👍", "👨‍👩‍👧", "é", "本"), { minLength: 1, maxLength: 6 }),
  )
  .map(([more, tail]) => "x".repeat(limits.messagePreview + more - 1) + tail.join(""));

test("after a message and its edit a fresh fetch equals the live view", async () => {
  await fc.assert(
    fc.asyncProperty(words, words, async (written, corrected) => {
      const ticket = await world.ticket({ messages: ["Hello"] });
      const channel = {
        ...world.channels.harbour,
        companyId: world.companies.harbour.id,
        platform: "telegram",
      };
      const fetch = async () => (await world.as("mira").get(`/tickets/${ticket.id}`)).json<Ticket>();
      let live = await fetch();
      const actor = { ...agents.mira, id: world.agents.mira.id, departmentid: live.departmentid };
      const from = { externalId: ticket.client_external_id, name: "Dimitar", username: null, lang: null };
      const about = { externalId: `${ticket.client_external_id}:7`, from, caption: null };
      const apply = async (event: Parameters<typeof receive>[2][number]) => {
        world.published.length = 0;
        await receive(world.context, channel as unknown as Parameters<typeof receive>[1], [event]);
        for (const { event: name, payload } of world.published) {
          if (name !== "newMessage" && name !== "messageUpdate") continue;
          const frame = { name, payload: structuredClone(payload) as Message } as Parameters<
            typeof applyToTicket
          >[2];
          live = applyToTicket(live, actor, frame) ?? live;
        }
        expect(live.last_message?.content).toBe((await fetch()).last_message?.content);
      };
      const message = {
        type: "text",
        content: written,
        media: null,
        album: null,
        replyToExternalId: null,
      } as const;
      await apply({ kind: "message", sentOn: world.clock.now(), ...message, ...about });
      expect(live.last_message?.content).toBe([...written].slice(0, limits.messagePreview).join(""));
      await apply({ kind: "edit", editedOn: world.clock.now(), content: corrected, ...about });
    }),
    { numRuns: 25 },
  );
});
