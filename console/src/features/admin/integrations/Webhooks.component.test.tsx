import { reasonOf } from "@parley/contract/reasons";
import type { Delivery, Webhook } from "@parley/contract/webhooks";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { agents } from "../../../sample/build.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { type Network, openNetwork, refusal } from "../../../sample/network.ts";
import { Webhooks } from "./Webhooks.tsx";

const secret = `whsec_${"A".repeat(43)}=`;
const crm: Webhook = {
  ...{ webhookid: "91000000-0000-4000-8000-000000000001", name: "CRM", url: "https://crm.example/hook" },
  ...{ format: "parley", template: null, types: ["ticket_message", "ticket_close"], departmentids: null },
  ...{ state: "working", failing_since: null, parked_on: null, last_sent_on: "2026-02-03T10:00:00.000Z" },
  ...{ restored_on: null, previous_until: null, behind: 3, created_on: "2026-01-01T00:00:00.000Z" },
  ...{ created_by_name: "Ingrid Solheim", condition: null, refers: [], batches: false },
};
const failed: Delivery = {
  ...{ deliveryid: "92000000-0000-4000-8000-000000000001", eventid: "a_1", type: "ticket_message" },
  ...{ state: "waiting", example: false, batch: 12, attempts: 2, created_on: "2026-02-03T10:00:00.000Z" },
  ...{ tried_on: "2026-02-03T10:00:10.000Z", next_attempt_on: "2026-02-03T10:00:40.000Z" },
  ...{ status: 500, milliseconds: 84, answer: "the database is away" },
  reason: reasonOf("provider_status", { provider: "crm.example", status: 500 }),
};

let network: Network;
beforeEach(() => {
  network = openNetwork({
    "/webhooks": () => ({ webhooks: [crm], newest_event_on: "2026-02-03T10:00:30.000Z" }),
    [`/webhooks/${crm.webhookid}/deliveries`]: () => ({ deliveries: [failed], more: false }),
    "/auth/get-departments": () => [{ departmentid: agents.mira.departmentid, department_name: "Bookings" }],
    "/tags": () => ({ tags: [], closed: false }),
    "/fields": () => [],
    "/channels": () => [],
    "/auth/agents": () => [],
    "/create-webhook": () => ({ webhook: crm, secret }),
    "/rotate-webhook": () => ({ webhook: crm, secret }),
    "/start-webhook": () => crm,
    "/remove-webhook": () => ({}),
    "/test-webhook": () => ({}),
    "/resend-delivery": () => ({}),
  });
});

const open = () => mount(<Webhooks />, { cache: createCache(), viewer: agents.ingrid });
const ask = async (action: string) => {
  await page.getByRole("button", { name: "Actions for CRM" }).click();
  await page.getByRole("menuitem", { name: action }).click();
};
const dialog = page.getByRole("dialog");

test("the page says that there are no webhooks yet", async () => {
  network.on("/webhooks", () => ({ webhooks: [] }));
  open();
  await expect.element(page.getByText("There are no webhooks yet")).toBeVisible();
});

test("a refused webhook is said, and the dialog keeps what was typed", async () => {
  network.on("/create-webhook", () => refusal(400, "invalid", reasonOf("webhook_address_refused")));
  open();
  await page.getByRole("button", { name: "New webhook" }).click();
  await dialog.getByLabelText("Name").fill("Shop");
  await dialog.getByLabelText("Address").fill("https://10.0.0.1/hook");
  await dialog.getByRole("button", { name: "Make the webhook" }).click();
  await expect.element(page.getByText(/The address must be https and public/)).toBeVisible();
  await expect.element(dialog.getByLabelText("Name")).toHaveValue("Shop");
});

test("a new webhook is made, and its secret is shown once, with a line that sends an example", async () => {
  open();
  await page.getByRole("button", { name: "New webhook" }).click();
  await expect.element(dialog.getByRole("button", { name: "Make the webhook" })).toBeDisabled();
  await dialog.getByLabelText("Name").fill("Shop");
  await dialog.getByLabelText("Address").fill("https://shop.example/hook");
  await dialog.getByRole("button", { name: "Make the webhook" }).click();
  await expect.element(dialog.getByRole("region", { name: "Secret" }).getByText(secret)).toBeVisible();
  const line = dialog.getByText(new RegExp(`^curl .+/api/v1/webhooks/${crm.webhookid}/test`));
  await expect.element(line).toBeVisible();
  expect(network.sent("/create-webhook")).toEqual([
    {
      ...{ name: "Shop", url: "https://shop.example/hook", format: "parley", template: null },
      ...{
        types: ["ticket_create", "ticket_message", "ticket_close"],
        departmentids: null,
        condition: null,
        batches: false,
      },
    },
  ]);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

test("a webhook gets a condition, which its line says in words", async () => {
  const condition = { all: [{ field: "priority", operator: "is", value: "urgent" }] };
  network.on("/webhooks", () => ({ webhooks: [{ ...crm, condition }] }));
  network.on("/update-webhook", () => crm);
  open();
  await expect.element(page.getByText("only if Priority is Urgent")).toBeVisible();
  await ask("Change");
  await expect.element(dialog.getByText(/Only events of tickets that match/)).toBeVisible();
  await dialog.getByRole("button", { name: "Remove this condition" }).click();
  await expect.element(dialog.getByText(/Without a condition/)).toBeVisible();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => network.sent("/update-webhook")).toMatchObject([{ condition: null }]);
});

test("a webhook whose condition names what was deleted says so", async () => {
  const gone = "93000000-0000-4000-8000-000000000001";
  const condition = { field: "tags", operator: "one_of", value: [gone] };
  network.on("/webhooks", () => ({
    webhooks: [{ ...crm, condition, refers: [{ id: gone, name: "Refund", gone: true }] }],
  }));
  open();
  await expect.element(page.getByText(/Gone, so that its condition finds no ticket: Refund/)).toBeVisible();
});

test("a webhook says how far it is behind, and a parked one is started again", async () => {
  network.on("/webhooks", () => ({
    webhooks: [{ ...crm, state: "parked", parked_on: "2026-02-03T11:00:00.000Z" }],
    newest_event_on: "2026-02-03T10:00:30.000Z",
  }));
  open();
  await expect.element(page.getByText(/waiting events: 3/)).toBeVisible();
  await expect.element(page.getByText(/Newest event: 2026-02-03/)).toBeVisible();
  await expect.element(page.getByText(/Its events wait, and nothing is lost/)).toBeVisible();
  await page.getByRole("button", { name: "Start again" }).click();
  await expect.poll(() => network.sent("/start-webhook")).toEqual([{ webhookid: crm.webhookid }]);
});

test("the deliveries say what was answered, and one is sent again", async () => {
  open();
  await ask("Deliveries");
  const row = dialog.getByRole("list", { name: "Deliveries" }).getByRole("listitem");
  await expect.element(row.getByText("ticket_message")).toBeVisible();
  await expect.element(row.getByText(/answer 500 · try 2 · events in one request: 12 · 84 ms/)).toBeVisible();
  await expect.element(row.getByText("crm.example answered 500.")).toBeVisible();
  await row.getByText("The receiver’s answer").click();
  await expect.element(row.getByText("the database is away")).toBeVisible();
  await row.getByRole("button", { name: "Send again" }).click();
  await expect.poll(() => network.sent("/resend-delivery")).toEqual([{ deliveryid: failed.deliveryid }]);
  await dialog.getByRole("button", { name: "Send an example" }).click();
  await expect
    .poll(() => network.sent("/test-webhook"))
    .toEqual([{ webhookid: crm.webhookid, type: "ticket_message" }]);
});

test("older deliveries are shown page by page, and the last page offers no further one", async () => {
  const older: Delivery = {
    ...failed,
    ...{ deliveryid: "92000000-0000-4000-8000-000000000002", type: "ticket_close" },
  };
  network.on(`/webhooks/${crm.webhookid}/deliveries`, ({ path }) =>
    path.endsWith(`?after=${failed.deliveryid}`)
      ? { deliveries: [older], more: false }
      : { deliveries: [failed], more: true },
  );
  open();
  await ask("Deliveries");
  const rows = dialog.getByRole("list", { name: "Deliveries" });
  await expect.element(rows.getByText("ticket_message")).toBeVisible();
  await dialog.getByRole("button", { name: "Show more" }).click();
  await expect.element(rows.getByText("ticket_close")).toBeVisible();
  await expect.element(rows.getByText("ticket_message")).toBeVisible();
  await expect.element(dialog.getByRole("button", { name: "Show more" })).not.toBeInTheDocument();
});

test("a webhook is removed once it is said what follows", async () => {
  open();
  await ask("Remove");
  expect(network.sent("/remove-webhook")).toEqual([]);
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect.poll(() => network.sent("/remove-webhook")).toEqual([{ webhookid: crm.webhookid }]);
});
