import { randomInt } from "node:crypto";
import { WhatsAppControl } from "../../../simulator/src/whatsapp/control.ts";
import { encode, signatureOf } from "../../../simulator/src/whatsapp/hooks.ts";
import { newMessageId } from "../../../simulator/src/whatsapp/state.ts";
import type { Platform, Signed } from "./accounts.ts";
import { notObjects } from "./viber.ts";

/** The secret of the company's own app signs, at the address of the number. */
export const whatsapp: Platform = {
  name: "whatsapp",
  open(simulator, { id, connect, channelid }): Signed {
    const { app_secret: secret = "", waba_id: waba = "", phone_number_id: number = "" } = connect;
    const valuesOf = (value: unknown, field = "messages") => ({
      ...{ object: "whatsapp_business_account", entry: [{ id: waba, changes: [{ field, value }] }] },
    });
    const call = (value: unknown, field?: string) => encode(valuesOf(value, field));
    const about = { messaging_product: "whatsapp", metadata: { phone_number_id: number } };
    const message = (content: object, { id: given = newMessageId(), client = stranger() } = {}) =>
      call({
        ...about,
        contacts: [{ profile: { name: "Mallory" }, user_id: client }],
        messages: [{ id: given, timestamp: String(now()), from_user_id: client, ...content }],
      });
    const account: Signed = {
      ...{ platform: "whatsapp", channelid, path: `/webhooks/whatsapp/${channelid}`, account: id },
      secret,
      sign: (body) => ({ "x-hub-signature-256": signatureOf(secret, body.toString()) }),
      message: (text, facts) => message({ type: "text", text: { body: text } }, facts),
      receipt: (externalId, messageid) =>
        call({
          ...about,
          statuses: [{ id: externalId, status: "read", biz_opaque_callback_data: messageid }],
        }),
      unknown: () => [
        call({ anything: 1 }, "hologram"),
        message({ type: "hologram", hologram: { depth: 3 } }),
        message({ type: "text" }),
        message({ type: "location", location: { latitude: "north" } }),
        message({ type: "image", image: { id: 7 } }),
        message({ type: "contacts", contacts: [null, 7, {}] }),
        message({ type: "reaction", reaction: { message_id: "never" } }),
        message({ type: "edit", edit: {} }),
        message({ type: "revoke", revoke: { original_message_id: "never" } }),
        message({ type: "system", system: { type: "user_changed_number", wa_id: 7 } }),
        message({ type: "text", text: { body: "\0\ud800" } }, { client: "" }),
        call({ ...about, messages: [null, 7, [], {}], statuses: [null, { id: "x", status: "hologram" }] }),
        call({ ...about, statuses: [{ id: "x".repeat(5000), status: "sent" }] }),
        call({ metadata: { phone_number_id: 7 } }),
        call({ message_template_id: {}, event: [] }, "message_template_status_update"),
        encode({ object: "whatsapp_business_account", entry: [] }),
        ...notObjects,
      ],
      write: encode,
      kinds: () => {
        const client = stranger();
        const file = { id: "77", mime_type: "image/png", caption: "words", filename: "a.png", voice: false };
        const contents = [
          { type: "text", text: { body: "words" }, context: { id: "wamid.x" } },
          ...["image", "video", "audio", "document", "sticker"].map((type) => ({ type, [type]: file })),
          { type: "location", location: { latitude: 43.2, longitude: 27.9, name: "Sea", address: "Varna" } },
          {
            type: "contacts",
            contacts: [{ name: { formatted_name: "Ada" }, phones: [{ phone: "+35988" }] }],
          },
          { type: "button", button: { text: "words", payload: "more" } },
          {
            type: "interactive",
            interactive: { type: "button_reply", button_reply: { id: "x", title: "y" } },
          },
          {
            type: "order",
            order: { text: "words", product_items: [{ product_retailer_id: "7", quantity: 2 }] },
          },
          { type: "reaction", reaction: { message_id: "wamid.x", emoji: "x" } },
          {
            type: "edit",
            edit: { original_message_id: "wamid.x", message: { type: "text", text: { body: "y" } } },
          },
          { type: "revoke", revoke: { original_message_id: "wamid.x" } },
          { type: "system", system: { type: "user_changed_number", wa_id: "359888", user_id: stranger() } },
        ];
        const status = { id: "wamid.x", status: "failed", errors: [{ code: 131_026, title: "words" }] };
        return [
          ...contents.map((content) =>
            valuesOf({
              ...about,
              contacts: [{ profile: { name: "Mallory", username: "m" }, wa_id: "359888", user_id: client }],
              messages: [
                {
                  id: newMessageId(),
                  timestamp: String(now()),
                  from: "359888",
                  from_user_id: client,
                  ...content,
                },
              ],
            }),
          ),
          valuesOf({ ...about, statuses: [{ ...status, biz_opaque_callback_data: client }] }),
          valuesOf(
            { message_template_id: "77", event: "REJECTED", reason: "x" },
            "message_template_status_update",
          ),
        ];
      },
      rejection: (template) =>
        call(
          { event: "REJECTED", message_template_id: template, reason: "ABUSIVE_CONTENT" },
          "message_template_status_update",
        ),
      fileAt: () => null,
      replace() {
        const control = new WhatsAppControl(simulator.network);
        const app = control.createApp();
        const body = {
          ...{ waba_id: waba, phone_number_id: number, app_id: app.id, app_secret: app.secret },
          access_token: control.createToken(app.id, [waba]),
        };
        return { body, after: whatsapp.open(simulator, { id, connect: body, channelid }) };
      },
    };
    return account;
  },
};

const now = () => Math.floor(Date.now() / 1000);
const stranger = () => `UA.${randomInt(10 ** 9, 10 ** 10)}`;
