import { createHmac } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { type Shop, startShop } from "./server.ts";

let shop: Shop;
afterEach(() => shop.close());

const key = Buffer.alloc(32, 7);
const send = (body: string, headers: Record<string, string> = {}) =>
  fetch(`${shop.url}/hook`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });
function signed(body: string, at = Date.now()) {
  const timestamp = String(Math.floor(at / 1000));
  const made = createHmac("sha256", key).update(`a_1.${timestamp}.${body}`).digest("base64");
  return { "webhook-id": "a_1", "webhook-timestamp": timestamp, "webhook-signature": `v1,x v1,${made}` };
}

test("the receiver refuses what is unsigned, changed or old, and shows that it did", async () => {
  shop = await startShop();
  const body = JSON.stringify({ type: "ticket_close", text: "<b>" });
  expect((await send(body, signed(body))).status).toBe(401);
  shop.received.trust(`whsec_${key.toString("base64")}`);
  expect((await send(body)).status).toBe(401);
  expect((await send(`${body} `, signed(body))).status).toBe(401);
  expect((await send(body, signed(body, Date.now() - 600_000))).status).toBe(401);
  const page = await (await fetch(`${shop.url}/received`)).text();
  expect(page).toContain("refused: not signed by the desk");
  expect(page).not.toContain("signature verified");
});

test("the receiver shows what is signed, as text, and says what came again", async () => {
  shop = await startShop();
  shop.received.trust(`whsec_${key.toString("base64")}`);
  const body = JSON.stringify({ type: "ticket_close", text: "<b>" });
  expect((await send(body, signed(body))).status).toBe(204);
  expect((await send(body, signed(body))).status).toBe(204);
  const page = await (await fetch(`${shop.url}/received`)).text();
  expect(page).toContain("<b>ticket_close</b>");
  expect(page).toContain("signature verified");
  expect(page).toContain("<em>again</em>");
  expect(page).toContain("&lt;b&gt;");
});
