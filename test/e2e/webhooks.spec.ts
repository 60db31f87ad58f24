import { type Receiver, startReceiver } from "../world/receiver.ts";
import { expect, test } from "./fixtures.ts";

let receiver: Receiver;
test.beforeEach(async () => {
  receiver = await startReceiver();
});
test.afterEach(() => receiver.close());

test("a webhook is made in the console, hears a client, is tried again by itself and sent again by hand", async ({
  colleague: admin,
  client,
}) => {
  test.setTimeout(90_000);
  await admin.signIn("ingrid", "/admin-panel/settings#integrations");
  const { page } = admin;
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "New webhook" }).click();
  await dialog.getByLabel("Name").fill("CRM");
  await dialog.getByLabel("Address").fill(receiver.url);
  await dialog.getByRole("button", { name: "Make the webhook" }).click();
  await expect(dialog.getByRole("region", { name: "Secret" })).toContainText("whsec_");
  await dialog.getByRole("button", { name: "Done" }).click();

  await client.write("Where is my booking?");
  await expect.poll(() => receiver.received.map(({ body }) => body).join()).toContain("Where is my booking?");
  await page.getByRole("button", { name: "Actions for CRM" }).click();
  await page.getByRole("menuitem", { name: "Deliveries" }).click();
  const log = dialog.getByRole("list", { name: "Deliveries" });
  const newest = log.getByRole("listitem").filter({ hasText: "ticket_message" }).first();
  await expect(newest).toContainText("sent");
  await expect(newest).toContainText("answer 200");

  receiver.answer(500);
  receiver.forget();
  await client.write("Hello?");
  await expect(newest).toContainText("answer 500");
  await expect(newest).toContainText("Next try");
  await expect.poll(() => receiver.received.length, { timeout: 25_000 }).toBe(2);
  await expect(newest).toContainText("try 2");

  receiver.answer(200);
  await newest.getByRole("button", { name: "Send again" }).click();
  await expect(newest).toContainText("answer 200");
  expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual(
    Array(3).fill(receiver.received[0]?.headers["webhook-id"]),
  );
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("working", { exact: true })).toBeVisible();
});
