import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PhoneChat } from "../phone.ts";
import { type Simulator, startSimulator } from "../server.ts";
import { fastTiming } from "../timing.ts";
import type { Template } from "./office.ts";
import { plantTemplate } from "./templates.ts";

let simulator: Simulator;
let chat: PhoneChat;
let ask: (template: object) => Promise<{ status: number; answer: { error?: object } }>;
let plant: (facts: Partial<Template>) => Template;
beforeAll(async () => {
  simulator = await startSimulator({ timing: fastTiming });
  const account = simulator.control.createAccount({ platform: "whatsapp", name: "Meridian" });
  const person = await simulator.control.createPerson({ firstName: "Rosa", platform: "whatsapp" });
  chat = simulator.control.chat({ account: account.id, person: person.id });
  plant = (facts) => plantTemplate(simulator.network, String(account.connect.waba_id), facts);
  ask = async (template) => {
    const response = await fetch(`${simulator.url}/v26.0/${account.externalId}/messages`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${account.connect.access_token}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ messaging_product: "whatsapp", to: person.phone, type: "template", template }),
    });
    return { status: response.status, answer: (await response.json()) as { error?: object } };
  };
});
afterAll(() => simulator.close());

const body = (...parameters: object[]) => ({ type: "body", parameters });
const text = (value: string, name?: string) => ({
  type: "text",
  text: value,
  ...(name && { parameter_name: name }),
});
const ready = (components: object[], code = "en_US") => ({
  name: "order_ready",
  language: { code },
  components,
});

describe("a template with wrong values is refused as the provider refuses it", () => {
  beforeAll(() => {
    plant({
      name: "order_ready",
      language: "en_US",
      components: [
        { type: "HEADER", format: "TEXT", text: "Order {{1}}" },
        { type: "BODY", text: "Hello {{1}}, order {{2}} is ready." },
      ],
    });
    plant({ name: "named", components: [{ type: "BODY", text: "Hello {{client}}, welcome." }] });
    plant({
      name: "pictured",
      components: [
        { type: "HEADER", format: "IMAGE" },
        { type: "BODY", text: "Look." },
      ],
    });
    for (const status of ["PAUSED", "DISABLED", "PENDING", "REJECTED"])
      plant({ name: status.toLowerCase(), status, components: [{ type: "BODY", text: "Hello." }] });
  });
  const header = { type: "header", parameters: [text("A-7")] };
  test.each<[string, object, number, number, string, string]>([
    [
      "a value is missing",
      ready([header, body(text("Olena"))]),
      400,
      132000,
      "Number of parameters does not match the expected number of params",
      "body: number of localizable_params (1) does not match the expected number of params (2)",
    ],
    [
      "the header's value is missing",
      ready([body(text("Olena"), text("A-7"))]),
      400,
      132000,
      "Number of parameters does not match the expected number of params",
      "header: number of localizable_params (0) does not match the expected number of params (1)",
    ],
    [
      "another language",
      ready([], "bg"),
      404,
      132001,
      "Template name does not exist in the translation",
      "template name (order_ready) does not exist in bg",
    ],
    ...["pending", "rejected", "unheard_of"].map((name): [string, object, number, number, string, string] => [
      name,
      { name, language: { code: "en" } },
      404,
      132001,
      "Template name does not exist in the translation",
      `template name (${name}) does not exist in en`,
    ]),
    [
      "the text becomes too long",
      ready([header, body(text("o".repeat(1010)), text("A-7"))]),
      400,
      132005,
      "Translated text too long",
      "body: text length (1037) exceeds the limit (1024)",
    ],
    [
      "a value with a line break",
      ready([header, body(text("Olena\nK"), text("A-7"))]),
      400,
      132007,
      "Template format character policy violated",
      "Param text cannot have new-line/tab characters or more than 4 consecutive spaces",
    ],
    [
      "a value of another type",
      ready([header, body(text("Olena"), { type: "currency", currency: {} })]),
      400,
      132012,
      "Parameter format does not match format in the created template",
      "body: Format mismatch, expected TEXT, received CURRENCY",
    ],
    [
      "a value without its name",
      { name: "named", language: { code: "en" }, components: [body(text("Olena"))] },
      400,
      132012,
      "Parameter format does not match format in the created template",
      "body: parameter_name is missing or unknown",
    ],
    [
      "a header without its picture",
      { name: "pictured", language: { code: "en" } },
      400,
      132012,
      "Parameter format does not match format in the created template",
      "header: Format mismatch, expected IMAGE, received UNKNOWN",
    ],
    ["paused", { name: "paused", language: { code: "en" } }, 400, 132015, "Template is paused", "paused"],
    [
      "disabled",
      { name: "disabled", language: { code: "en" } },
      400,
      132016,
      "Template is disabled",
      "disabled",
    ],
  ])("%s", async (_case, template, status, code, title, details) => {
    const refused = await ask(template);
    expect(refused).toEqual({
      status,
      answer: {
        error: {
          message: `(#${code}) ${title}`,
          type: "OAuthException",
          code,
          error_data: { messaging_product: "whatsapp", details: expect.stringContaining(details) },
          fbtrace_id: expect.any(String),
        },
      },
    });
    expect(chat.messages()).toEqual([]);
  });
});

describe("on the phone", () => {
  beforeAll(() => {
    plant({
      name: "news",
      components: [
        { type: "HEADER", format: "TEXT", text: "News for {{client}}" },
        { type: "BODY", text: "Hello {{client}}, order {{order}} is ready." },
        { type: "FOOTER", text: "Meridian" },
        {
          type: "BUTTONS",
          buttons: [
            { type: "QUICK_REPLY", text: "Thanks" },
            { type: "URL", text: "Details", url: "https://meridian.example/orders" },
            { type: "PHONE_NUMBER", text: "Call us", phone_number: "+380440001122" },
          ],
        },
      ],
    });
  });

  test("a template on the phone has its header, text, footer and buttons, filled in", async () => {
    const components = [
      { type: "header", parameters: [text("Olena", "client")] },
      body(text("A-7", "order"), text("Olena", "client")),
    ];
    expect(await ask({ name: "news", language: { code: "en" }, components })).toMatchObject({ status: 200 });
    expect(chat.messages().at(-1)).toMatchObject({
      type: "text",
      header: "News for Olena",
      text: "Hello Olena, order A-7 is ready.",
      footer: "Meridian",
      buttons: [
        [{ text: "Thanks", data: "Thanks" }],
        [{ text: "Details", url: "https://meridian.example/orders" }],
        [{ text: "Call us", url: "tel:+380440001122" }],
      ],
    });
  });

  test("a press on a quick reply is a message of the client that quotes the template", () => {
    const template = chat.messages().at(-1);
    chat.press(template?.id ?? 0, "Thanks");
    expect(chat.messages().at(-1)).toMatchObject({
      side: "client",
      type: "text",
      text: "Thanks",
      replyTo: { id: template?.id },
    });
    expect(() => chat.press(template?.id ?? 0, "Details")).toThrow("There is no button Details");
  });
});
