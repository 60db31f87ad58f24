import type { AutomaticMessage, AutomaticOutcome, AutomaticSettings } from "@parley/contract/automatic";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { agents, departments } from "../../../sample/build.ts";
import { type Mounted, mount } from "../../../sample/mount.tsx";
import { broken, type Network, openNetwork, Status } from "../../../sample/network.ts";
import { UnsavedGuard } from "../../unsaved/UnsavedGuard.tsx";
import { AutomaticMessages } from "./AutomaticMessages.tsx";
import { WhyDialog } from "./WhyDialog.tsx";

const automaticid = "f0000000-0000-4000-8000-000000000001";
const greeting: AutomaticMessage = {
  automaticid,
  name: "Greeting",
  occasion: "conversation_begins",
  enabled: true,
  delay: 5,
  closes: false,
  channelids: [],
  departmentids: [],
  default_language: "en",
  texts: { en: "Hello" },
  template: null,
  template_variables: [],
};
const account = {
  ...{ channelid: "b0000000-0000-4000-8000-000000000001", platform: "telegram", name: "Harbour Travel" },
  ...{ username: null, departmentid: null, state: "working", reason: null, mend: null, since: null },
  ...{ last_in: null, last_out: null, waiting: 0, can_start: false, starts_by: null },
};

const hours = {
  time_zone: "Europe/Oslo",
  company: { time_zone: "Europe/Oslo", days: Array(7).fill([]), exceptions: [] },
  next_opening: "2031-01-07T08:45:00.000Z",
  departments: [],
};

let list: AutomaticMessage[];
let network: Network;
let mounted: Mounted;
beforeEach(() => {
  list = [greeting];
  const save = ({ body }: { body: unknown }) => ({ ...(body as AutomaticSettings), automaticid });
  network = openNetwork({
    "/automatic-messages": (call) => (call.method === "POST" ? save(call) : list),
    [`/automatic-messages/${automaticid}/update`]: save,
    [`/automatic-messages/${automaticid}/switch`]: ({ body }) => ({ ...greeting, ...(body as object) }),
    [`/automatic-messages/${automaticid}`]: () => ({}),
    "/channels": () => [account],
    "/auth/get-departments": () => Object.values(departments),
    "/opening-hours": () => hours,
  });
  mounted = mount(<AutomaticMessages />, { viewer: agents.ingrid });
});

const area = (language = "English") => page.getByRole("textbox", { name: `Text in ${language}` });
const save = page.getByRole("button", { name: "Save" });
const sent = () => network.calls.filter(({ method }) => method === "POST").map(({ body }) => body);

test("an automatic message is written, with a variable inserted at the cursor, and previewed as a bubble", async () => {
  await page.getByRole("button", { name: "New message" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Waiting");
  await page.getByRole("combobox", { name: "Occasion" }).click();
  await page.getByRole("option", { name: "Not accepted yet" }).click();
  await page.getByRole("spinbutton", { name: "Not accepted for (minutes)" }).fill("20");
  await page.getByRole("checkbox", { name: "Departments: Refunds" }).click();
  await area().fill("Still here, ");
  await page.getByRole("button", { name: "First name" }).click();
  await expect.element(area()).toHaveValue("Still here, {{client.first_name}}");
  const preview = page.getByRole("region", { name: "Preview" });
  await expect.element(preview.getByText("Still here, Rosa")).toBeVisible();
  await save.click();
  await expect.element(page.getByRole("heading", { name: "Greeting" })).toBeVisible();
  const { automaticid: _id, ...usual } = greeting;
  const texts = { en: "Still here, {{client.first_name}}" };
  const departmentids = [departments.refunds.departmentid];
  expect(sent()).toEqual([
    { ...usual, name: "Waiting", occasion: "not_accepted", delay: 20, departmentids, texts },
  ]);
});

test("the preview names the company and its next opening", async () => {
  await page.getByRole("button", { name: "New message" }).click();
  await area().fill("{{company.name}}: {{next_opening}}");
  const preview = page.getByRole("region", { name: "Preview" });
  await expect.element(preview.getByText(/^Harbour Travel: Tuesday,? 7 January at 09:45 CET$/)).toBeVisible();
});

test("an unknown variable, and a missing default text, are reported at the text, and nothing is sent", async () => {
  await page.getByRole("button", { name: "Edit Greeting" }).click();
  await area().fill("Hello {{client.age}}");
  await expect.element(page.getByText("{{client.age}} is not a variable.")).toBeVisible();
  await area().fill("");
  await page.getByRole("button", { name: "Nederlands" }).click();
  await area("Dutch").fill("Hallo");
  await save.click();
  await expect.element(page.getByText("Write a text in the default language.")).toBeVisible();
  await expect.element(area()).toHaveAttribute("aria-invalid", "true");
  expect(sent()).toEqual([]);
  await page.getByRole("button", { name: "Nederlands" }).click();
  await page.getByRole("radio").click();
  await save.click();
  await expect.poll(sent).toMatchObject([{ default_language: "nl", texts: { nl: "Hallo" } }]);
});

test("a template for the time after the reply window is chosen, and each of its variables is filled", async () => {
  const whatsapp = { ...account, channelid: "b0000000-0000-4000-8000-000000000002", platform: "whatsapp" };
  const components = {
    ...{ header: "{{1}}", body: "Hello {{1}}", footer: null, buttons: [], other: false },
    variables: [
      { part: "header", name: "1", sample: "x" },
      { part: "body", name: "1", sample: "x" },
    ],
  };
  const of = (name: string, status: string) => ({ name, language: "en", status, components });
  network.on("/channels", () => [account, { ...whatsapp, starts_by: "template" }]);
  network.on(`/channels/${whatsapp.channelid}/templates`, () => [
    of("come_back", "approved"),
    of("draft", "pending"),
  ]);
  mounted.unmount();
  mount(<AutomaticMessages />, { viewer: agents.ingrid });
  await page.getByRole("button", { name: "Edit Greeting" }).click();
  await page.getByRole("combobox", { name: "Template outside the reply window" }).click();
  await expect.element(page.getByRole("option", { name: "draft" })).not.toBeInTheDocument();
  await page.getByRole("option", { name: "come_back" }).click();
  await page.getByRole("combobox", { name: "Header: variable 1" }).click();
  await page.getByRole("option", { name: "Company" }).click();
  await save.click();
  await expect.poll(sent).toMatchObject([
    {
      template: "come_back",
      template_variables: [
        { part: "body", name: "1", from: "client.first_name" },
        { part: "header", name: "1", from: "company.name" },
      ],
    },
  ]);
});

test("a silence is entered in hours", async () => {
  list = [{ ...greeting, occasion: "client_silent", delay: 1_440, closes: true }];
  mounted.unmount();
  mount(<AutomaticMessages />, { viewer: agents.ingrid });
  await page.getByRole("button", { name: "Edit Greeting" }).click();
  const hours = page.getByRole("spinbutton", { name: "Silent for (hours)" });
  await expect.element(hours).toHaveValue(24);
  await hours.fill("2");
  await save.click();
  await expect.poll(sent).toMatchObject([{ delay: 120, closes: true }]);
});

test("a switch that the server refuses goes back, with the reason", async () => {
  network.on(`/automatic-messages/${automaticid}/switch`, () => new Status(403, { message: "Not allowed." }));
  const toggle = page.getByRole("switch", { name: "Greeting is on" });
  await toggle.click();
  await expect.element(page.getByText("Not allowed.")).toBeVisible();
  await expect.element(toggle).toBeChecked();
});

test("a message is deleted once that is confirmed", async () => {
  await page.getByRole("button", { name: "Delete Greeting" }).click();
  list = [];
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect.element(page.getByText("No automatic messages yet")).toBeVisible();
});

test("a failed load offers a retry", async () => {
  mounted.unmount();
  network.on("/automatic-messages", broken);
  mount(<AutomaticMessages />, { viewer: agents.ingrid });
  const retry = page.getByRole("button", { name: "Retry" });
  await expect.element(retry).toBeVisible();
  network.on("/automatic-messages", () => list);
  await retry.click();
  await expect.element(page.getByRole("heading", { name: "Greeting" })).toBeVisible();
});

test("a conversation lists the automatic messages sent, and why others were not", async () => {
  const of = { automaticid, occasion: "outside_hours" } as const;
  const outcomes: AutomaticOutcome[] = [
    { ...of, name: "Closed", state: "sent", reason: null, time: "2026-05-05T20:00:00.000Z" },
    { ...of, name: "Away", state: "not_due", reason: "other_department", time: null },
  ];
  network.on("/t1/automatic-messages", () => outcomes);
  mount(<WhyDialog ticketid="t1" onClose={() => undefined} />);
  const lines = page.getByRole("dialog").getByRole("listitem");
  await expect.element(lines.first()).toMatchTextContent(/Closed.*Sent/);
  await expect.element(lines.last()).toMatchTextContent("For other departments.");
});

const question = page.getByRole("dialog", { name: "Leave without saving?" });

test("cancelling a changed message asks first, and its changes are discarded or kept", async () => {
  mounted.unmount();
  const guarded = (
    <>
      <AutomaticMessages />
      <UnsavedGuard />
    </>
  );
  mount(guarded, { viewer: agents.ingrid, routed: true });
  await page.getByRole("button", { name: "Edit Greeting" }).click();
  await area().fill("Hello and welcome");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.element(question).toBeVisible();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect.element(area()).toHaveValue("Hello and welcome");
  await page.getByRole("button", { name: "Discard", exact: true }).click();
  await expect.element(area()).toHaveValue("Hello");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.element(page.getByRole("heading", { name: "Greeting" })).toBeVisible();
  await expect.element(question).not.toBeInTheDocument();
});

test("a message without a name is reported in the page's words, and two inserted variables do not touch", async () => {
  await page.getByRole("button", { name: "New message" }).click();
  await page.getByRole("button", { name: "First name" }).click();
  await expect.element(area()).toHaveValue("{{client.first_name}}");
  await page.getByRole("button", { name: "Company", exact: true }).click();
  await expect.element(area()).toHaveValue("{{client.first_name}} {{company.name}}");
  await save.click();
  await expect.element(page.getByText("Please fill in: Name")).toBeVisible();
  await expect.element(page.getByRole("textbox", { name: "Name" })).toHaveAttribute("aria-invalid", "true");
  expect(document.querySelector("form")?.noValidate).toBe(true);
  expect(sent()).toEqual([]);
});
