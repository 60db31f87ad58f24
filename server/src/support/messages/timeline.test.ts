/** The server treats each message type as the contract's table declares. */
import type { SearchResult } from "@parley/contract/messages";
import { isType, messageTypes, searchedTypes } from "@parley/contract/timeline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { findNews } from "./queries.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test.each(messageTypes)("the view has a %s from a client", async (type) => {
  const ticket = await world.ticket({ handler: "mira", messages: ["Hello"] });
  const line = await world.message(ticket, { type, content: "kingfisher" });
  const row = await world.desk("harbour", ({ db }) =>
    db.selectFrom("ticket").selectAll().where("id", "=", ticket.id).executeTakeFirstOrThrow(),
  );

  expect(row.client_messages).toBe(isType(type, "countsAsUnread") ? 2 : 1);
  expect(row.last_message_type).toBe(isType(type, "showsAsLast") ? type : "text");
  const news = await world.desk("harbour", (scope) => findNews(scope, ticket, 1));
  expect(news.map(({ id }) => id)).toEqual(isType(type, "countsAsUnread") ? [line.id] : []);

  const found = await world.as("mira").get(`/search-message?ticketid=${ticket.id}&keyword=kingfisher`);
  expect(found.json<SearchResult[]>().map(({ messageid }) => messageid)).toEqual(
    searchedTypes().includes(type) ? [line.id] : [],
  );

  const pinned = await world.as("mira").post(`/${ticket.id}/pin-message`, { messageid: line.id });
  expect(pinned.statusCode).toBe(isType(type, "pinnable") ? 200 : 400);
  const quoting = { ticketid: ticket.id, content: "About this", originalMessageId: line.id };
  const answer = await world.as("mira").post("/send-message", quoting);
  expect(answer.statusCode).toBe(isType(type, "quotable") ? 200 : 400);
});
