import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { WhatsAppControl } from "../../../../simulator/src/whatsapp/control.ts";
import { encode, signatureOf } from "../../../../simulator/src/whatsapp/hooks.ts";
import {
  type App,
  INSTALLATION_APP,
  type Person,
  type Reach,
} from "../../../../simulator/src/whatsapp/state.ts";
import { oddValues } from "../../../../test/world/odd-values.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { ratingQuestion } from "../../support/tickets/rating-question.ts";
import { channelsChanged } from "../accounts/changes.ts";
import { deliver } from "../outbound/deliver.ts";
import { sweepEarlyEvents } from "../outbound/sweep.ts";

let world: World;
let control: WhatsAppControl;
let reach: Reach;
/** A number of harbour's, in the installation's app. */
let number: { id: string; channelid: string };
let olena: Person;

beforeAll(async () => {
  world = await createWorld();
  control = new WhatsAppControl(world.telegram.network);
  reach = {
    async get(url) {
      const { pathname, search } = new URL(url);
      const { statusCode, body } = await world.app.inject({ url: pathname + search });
      return { status: statusCode, body };
    },
    post: async (url, headers, payload) =>
      (await world.app.inject({ method: "POST", url: new URL(url).pathname, headers, payload })).statusCode,
  };
  number = await connect("ingrid");
});
afterAll(() => world.close());
beforeEach(() => {
  olena = control.createPerson({ name: "Olena K" });
});

async function connect(agent: "ingrid" | "freya", app?: App) {
  const made = control.createNumber({ app, reach, receipts: false });
  const answer = await world.as(agent).post("/channels/whatsapp/connect", {
    access_token: made.token,
    waba_id: made.number.wabaId,
    phone_number_id: made.number.id,
    ...(app && { app_id: app.id, app_secret: app.secret }),
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return { id: made.number.id, channelid: answer.json().channelid as string };
}

const textChange = (phoneNumberId: string, body: string, id = `wamid.${Math.random()}`) => ({
  field: "messages",
  value: {
    metadata: { display_phone_number: "1", phone_number_id: phoneNumberId },
    contacts: [{ profile: { name: "Mallory" }, wa_id: "4912345", user_id: "DE.mallory" }],
    messages: [
      {
        from: "4912345",
        from_user_id: "DE.mallory",
        id,
        timestamp: "1795000600",
        type: "text",
        text: { body },
      },
    ],
  },
});

function call(
  secret: string,
  changes: object[],
  path = "/webhooks/whatsapp",
  spoil = (body: string) => body,
) {
  const body = encode({ object: "whatsapp_business_account", entry: [{ id: "1", changes }] });
  const headers = { "content-type": "application/json", "x-hub-signature-256": signatureOf(secret, body) };
  return world.app.inject({ method: "POST", url: path, headers, payload: spoil(body) });
}

const written = async (company: "harbour" | "northwind" = "harbour") =>
  world.desk(company, ({ db }) =>
    db
      .selectFrom("message")
      .innerJoin("ticket", "ticket.id", "message.ticket_id")
      .innerJoin("client", "client.id", "ticket.client_id")
      .where("ticket.platform", "=", "whatsapp")
      .select(["message.type", "message.content", "message.seq", "ticket.id as ticket_id"])
      .select(["ticket.client_external_id", "ticket.client_id", "client.name", "message.file_id"])
      .orderBy("message.created_on")
      .execute(),
  );
const of = async (person: Person, ids = [person.userId, person.waId]) =>
  (await written()).filter(({ client_external_id }) => ids.includes(client_external_id));

test("a message arrives whatever the provider says about its sender and its file", async () => {
  for (const odd of oddValues) {
    const before = (await written()).length;
    const change = textChange(number.id, "Can you help?");
    const person = { wa_id: "4912345", profile: { name: odd, username: odd } };
    const contacts = [odd, { ...person, user_id: odd }, { ...person, profile: odd }];
    const document = { id: "1203", mime_type: odd, filename: odd, caption: odd };
    const messages = change.value.messages.map((one) => ({
      ...one,
      ...{ type: "document", document, context: odd, from_user_id: odd },
    }));
    const value = { ...change.value, contacts, messages };
    expect((await call(INSTALLATION_APP.secret, [{ ...change, value }])).statusCode).toBe(200);
    expect((await written()).length, JSON.stringify(odd)).toBe(before + 1);
  }
});

describe("a call", () => {
  test.each([
    [
      "a signature by another secret",
      () => call("another secret of an app", [textChange(number.id, "forged")]),
    ],
    [
      "a body that was cut",
      () =>
        call(INSTALLATION_APP.secret, [textChange(number.id, "cut")], undefined, (body) => body.slice(0, -9)),
    ],
    [
      "a body written anew, which says the same",
      () =>
        call(INSTALLATION_APP.secret, [textChange(number.id, "здравей")], undefined, (body) =>
          JSON.stringify(JSON.parse(body)),
        ),
    ],
    [
      "no signature",
      () => world.app.inject({ method: "POST", url: "/webhooks/whatsapp", payload: { object: "x" } }),
    ],
    [
      "the installation's secret at a channel's address",
      () =>
        call(INSTALLATION_APP.secret, [textChange(number.id, "x")], `/webhooks/whatsapp/${number.channelid}`),
    ],
  ])("a call that is %s is 401 and leaves no trace", async (_how, forged) => {
    const before = await written();
    expect((await forged()).statusCode).toBe(401);
    expect(await written()).toEqual(before);
  });

  test("a call for another company's number, signed with one's own app's secret, changes nothing", async () => {
    const app = control.createApp();
    const own = await connect("freya", app);
    const before = [await written(), await written("northwind")];
    const address = `/webhooks/whatsapp/${own.channelid}`;
    const answer = await call(app.secret, [textChange(number.id, "planted")], address);
    expect(answer.statusCode).toBe(200);
    expect([await written(), await written("northwind")]).toEqual(before);
    expect(world.logged.join("\n")).toContain("A call for a number that is not connected here");
    // The same call counts for the number whose channel owns the secret.
    await call(app.secret, [textChange(own.id, "ours")], address);
    expect((await written("northwind")).map(({ content }) => content)).toContain("ours");
  });

  test("a call for a number with unreadable credentials is repeated, and blocks no other company's", async () => {
    const theirs = await connect("freya");
    const row = () =>
      world.desk("harbour", ({ db }) =>
        db
          .selectFrom("channel")
          .select("credentials")
          .where("id", "=", number.channelid)
          .executeTakeFirstOrThrow(),
      );
    const { credentials } = await row();
    const seal = async (bytes: Buffer) => {
      await world.context.pool.query("update channel set credentials = $1 where id = $2", [
        bytes,
        number.channelid,
      ]);
      channelsChanged(world.context);
    };
    const changes = [textChange(number.id, "sealed"), textChange(theirs.id, "readable")];
    await seal(Buffer.from("sealed under another secret"));
    expect((await call(INSTALLATION_APP.secret, changes)).statusCode).toBe(500);
    const contents = async (company: "harbour" | "northwind", content: string) =>
      (await written(company)).filter((one) => one.content === content).length;
    expect([await contents("harbour", "sealed"), await contents("northwind", "readable")]).toEqual([0, 1]);
    await seal(credentials);
    expect((await call(INSTALLATION_APP.secret, changes)).statusCode).toBe(200);
    expect([await contents("harbour", "sealed"), await contents("northwind", "readable")]).toEqual([1, 1]);
  });

  test("a call signed with the installation's secret does not count for a number of a company's own app", async () => {
    const own = await connect("freya", control.createApp());
    const before = await written("northwind");
    expect((await call(INSTALLATION_APP.secret, [textChange(own.id, "x")])).statusCode).toBe(200);
    expect(await written("northwind")).toEqual(before);
  });

  test("a call of two megabytes is received when its signature is right, and is 401 otherwise", async () => {
    const padding = { field: "messages", value: { padding: "x".repeat(2 * 2 ** 20) } };
    const changes = [padding, textChange(number.id, "Behind two megabytes")];
    const spoil = (body: string) => body.replace("Behind two", "Behind few");
    expect((await call(INSTALLATION_APP.secret, changes, undefined, spoil)).statusCode).toBe(401);
    expect((await call(INSTALLATION_APP.secret, changes)).statusCode).toBe(200);
    const texts = (await written()).map(({ content }) => content);
    expect(texts).toContain("Behind two megabytes");
    expect(texts).not.toContain("Behind few megabytes");
  });

  test("a call for an unknown number is answered 200", async () => {
    expect((await call(INSTALLATION_APP.secret, [textChange("1", "x")])).statusCode).toBe(200);
  });

  test("a call with a signed body that is not JSON is 400, one of another shape 200", async () => {
    const send = (payload: string) =>
      world.app.inject({
        method: "POST",
        url: "/webhooks/whatsapp",
        headers: {
          "content-type": "application/json",
          "x-hub-signature-256": signatureOf(INSTALLATION_APP.secret, payload),
        },
        payload,
      });
    expect((await send("{")).statusCode).toBe(400);
    expect((await send('{"entry":7}')).statusCode).toBe(200);
    const odd = [
      { field: "messages", value: 7 },
      { field: "new_field", value: {} },
    ];
    expect((await call(INSTALLATION_APP.secret, odd)).statusCode).toBe(200);
  });

  test("a call that asks for the address is confirmed only with the right token", async () => {
    const ask = (token: string) =>
      world.app.inject({
        url: "/webhooks/whatsapp",
        query: { "hub.mode": "subscribe", "hub.challenge": "730115522", "hub.verify_token": token },
      });
    const token = world.context.secrets.sign("whatsapp verify token");
    const right = await ask(token);
    expect([right.statusCode, right.body]).toEqual([200, "730115522"]);
    expect((await ask("guessed")).statusCode).toBe(401);
    expect(world.logged.join("\n")).not.toContain(token);
  });
});

describe("the webhook", () => {
  test("the webhook stores each message once, in disorder, twice and in one call", async () => {
    const phone = control.phone(number.id, olena);
    control.hold(number.id);
    for (const text of ["one", "two", "three"]) phone.write(text);
    expect(await control.release(number.id, { reversed: true, batched: true, times: 2 })).toEqual([200, 200]);
    expect((await of(olena)).map(({ content }) => content)).toEqual(["three", "two", "one"]);
  });

  test("the webhook answers 200 and stores nothing while it is switched off", async () => {
    const off = (on: Date | null) =>
      world.desk("harbour", ({ db }) =>
        db.updateTable("channel").set({ webhook_off_on: on }).where("id", "=", number.channelid).execute(),
      );
    await off(world.clock.now());
    channelsChanged(world.context);
    const answer = await call(INSTALLATION_APP.secret, [textChange(number.id, "dropped")]);
    await off(null);
    channelsChanged(world.context);
    expect(answer.statusCode).toBe(200);
    expect((await written()).map(({ content }) => content)).not.toContain("dropped");
  });

  test("the webhook stores a kind that the provider does not hand over as an unread message", async () => {
    control.phone(number.id, olena).send({ type: "unsupported", errors: [{ code: 131051, title: "?" }] });
    await control.drained(number.id);
    expect((await of(olena)).map(({ type, content }) => [type, content])).toEqual([["unsupported", ""]]);
  });

  test("the webhook replaces a deleted message by a trace without content and file, in every open screen", async () => {
    const phone = control.phone(number.id, olena);
    const bytes = Buffer.from("7 EUR");
    const sent = phone.sendMedia(
      "document",
      { bytes, mime: "text/plain", name: "bill.txt" },
      { caption: "Bill" },
    );
    await control.drained(number.id);
    await world.drain();
    const [before] = await of(olena);
    expect(before?.file_id).not.toBeNull();
    phone.remove(sent.id);
    await control.drained(number.id);
    await control.repeat(number.id);
    const [after] = await of(olena);
    expect(after).toMatchObject({ type: "deleted", content: "", file_id: null });
    const updates = world.published.filter(({ event, payload }) => {
      const { type } = payload as { type?: string };
      return event === "messageUpdate" && type === "deleted";
    });
    expect(updates.map(({ payload }) => payload)).toEqual([
      expect.objectContaining({ content: "", caption: null, path: null, file_name: null }),
    ]);
    const card = await world.desk("harbour", ({ db }) =>
      db
        .selectFrom("ticket")
        .select(["last_message_type", "last_message_content"])
        .where("id", "=", after?.ticket_id ?? "")
        .executeTakeFirstOrThrow(),
    );
    expect(card).toEqual({ last_message_type: "deleted", last_message_content: "" });
    const files = await world.desk("harbour", ({ db }) =>
      db
        .selectFrom("file")
        .select("id")
        .where("id", "=", before?.file_id ?? "")
        .execute(),
    );
    expect(files).toEqual([]);
  });

  test("the webhook applies an edit and a deletion that come before their messages", async () => {
    const phone = control.phone(number.id, olena);
    control.hold(number.id);
    phone.edit(phone.write("Order 7").id, "Order 8");
    phone.remove(phone.write("Never mind").id);
    expect(await control.release(number.id, { reversed: true })).toEqual([200, 200, 200, 200]);
    await sweepEarlyEvents(world.context);
    expect((await of(olena)).map(({ type, content }) => [type, content])).toEqual([
      ["deleted", ""],
      ["text", "Order 8"],
    ]);
  });

  test("the webhook lets no client delete an agent's message", async () => {
    control.phone(number.id, olena).write("hello");
    await control.drained(number.id);
    const [first] = await of(olena);
    const own = await world.message({ id: first?.ticket_id ?? "", company_id: world.companies.harbour.id }, {
      isAgent: true,
      content: "An answer",
      externalId: "wamid.OURS",
    } as never);
    const value = { ...textChange(number.id, "").value };
    const message = { ...value.messages[0], type: "revoke", revoke: { original_message_id: "wamid.OURS" } };
    await call(INSTALLATION_APP.secret, [{ field: "messages", value: { ...value, messages: [message] } }]);
    const kept = (await of(olena)).find(({ seq }) => seq === own.seq);
    expect(kept?.type).toBe("text");
  });
});

describe("a client", () => {
  test("a client who first writes without a number, later with both, is one client", async () => {
    const shy = control.createPerson({ name: "Shy", waId: null });
    const phone = control.phone(number.id, shy);
    phone.write("without");
    shy.waId = "380509990001";
    phone.write("with both");
    await control.drained(number.id);
    const rows = await of(shy);
    expect(rows.map(({ content }) => content)).toEqual(["without", "with both"]);
    expect(new Set(rows.map(({ ticket_id }) => ticket_id)).size).toBe(1);
  });

  test("a client gets at their known number what cannot go to the user id", async () => {
    const person = control.createPerson({ name: "Ada", byNumber: ["text"] });
    const phone = control.phone(number.id, person);
    phone.write("hello");
    await control.drained(number.id);
    const { id: companyId } = world.companies.harbour;
    const ticketId = (await of(person))[0]?.ticket_id ?? "";
    const queued = { agent: world.agents.mira, status: "queued", content: "An answer" } as const;
    await world.message({ id: ticketId, company_id: companyId }, queued);
    await deliver(world.context, { companyId, ticketId }, new AbortController().signal);
    expect(phone.messages().at(-1)?.content).toMatchObject({ text: { body: "An answer" } });
  });

  test("a client is asked for stars in the language of their country", async () => {
    const boris = control.createPerson({ name: "Boris" });
    boris.userId = "BG.7f3k20ab";
    control.phone(number.id, boris).write("Поръчка 7?");
    await control.drained(number.id);
    const ticketid = (await of(boris))[0]?.ticket_id ?? "";
    await world.as("ingrid").post("/acceptTicket", { ticketid });
    expect((await world.as("ingrid").post("/close-ticket", { ticketid })).statusCode).toBe(200);
    expect((await of(boris)).map(({ content }) => content)).toContain(ratingQuestion("bg"));
  });

  test("a client who first writes by number alone, later by user id, is one client in one ticket", async () => {
    const change = textChange(number.id, "old style");
    const { value } = change;
    const waId = "380509990002";
    const message = {
      from: waId,
      id: "wamid.old",
      timestamp: "1795000600",
      type: "text",
      text: { body: "old" },
    };
    const contacts = [{ profile: { name: "Ivan" }, wa_id: waId }];
    await call(INSTALLATION_APP.secret, [{ ...change, value: { ...value, contacts, messages: [message] } }]);
    const ivan = control.createPerson({ name: "Ivan", waId });
    control.phone(number.id, ivan).write("new");
    await control.drained(number.id);
    const rows = await of(ivan);
    expect(rows.map(({ content }) => content)).toEqual(["old", "new"]);
    expect(new Set(rows.map(({ ticket_id }) => ticket_id)).size).toBe(1);
  });

  test("a client with a changed number is the same client in the same ticket, and answers go to the new number", async () => {
    const phone = control.phone(number.id, olena);
    phone.write("before");
    await control.drained(number.id);
    const [before] = await of(olena);
    phone.changeNumber("380509990003", "UA.afterwards");
    // Calls about another number are another person's, and come in any order.
    await control.drained(number.id);
    phone.write("after");
    await control.drained(number.id);
    const rows = (await written()).filter(({ ticket_id }) => ticket_id === before?.ticket_id);
    expect(rows.map(({ content }) => content)).toEqual(["before", "after"]);
    expect(rows.map(({ client_external_id }) => client_external_id)).toEqual([
      "UA.afterwards",
      "UA.afterwards",
    ]);
    expect(rows[1]?.client_id).toBe(before?.client_id);
  });
});
