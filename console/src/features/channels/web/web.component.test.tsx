import type { WidgetFrame } from "@parley/contract/widget";
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { agents, departments } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { broken, type Network, openNetwork, Status } from "../../../sample/network.ts";
import { Channels } from "../Channels.tsx";
import { FirstWidget } from "./FirstWidget.tsx";
import { account, channelid, widget } from "./sample.ts";

const settings = `/channels/${channelid}/widget`;
const connect = "/channels/web/connect";

let network: Network;
beforeEach(() => {
  network = openNetwork({
    "/channels": () => [account],
    "/auth/get-departments": () => Object.values(departments),
    [settings]: ({ method, body }) => (method === "POST" ? { ...widget, settings: body } : widget),
  });
});

const openAt = (place: string) =>
  mount(<Channels title="Communication services" />, {
    path: `/?service=web&${place}`,
    viewer: agents.ingrid,
  });
const openForm = () => openAt("view=connect");
const open = () => openAt(`account=${channelid}&view=look`);
const group = (name: string) => page.getByRole("tab", { name }).click();
const publish = page.getByRole("button", { name: "Publish" });
const published = () => network.sent(settings).filter((body) => body !== undefined);

async function choose(label: string, option: string) {
  await page.getByRole("combobox", { name: label, exact: true }).click();
  await page.getByRole("option", { name: option }).click();
}

test("a widget is created with its pages; its secret is shown until that is confirmed", async () => {
  network.on(connect, () => ({ ...account, ...widget, name: "Shop", identify_secret: "wis_secret" }));
  openForm();
  const form = page.getByRole("region", { name: "New web chat" });
  await form.getByRole("textbox", { name: "Name" }).fill(" Shop ");
  await form.getByRole("textbox", { name: "Pages that may show it" }).fill("https://Shop.example/start\n");
  await expect
    .element(form.getByText("Only the host counts, not the path: https://shop.example"))
    .toBeVisible();
  await form.getByRole("button", { name: "Create" }).click();
  await expect.element(form.getByText("Shop is ready.", { exact: false })).toBeVisible();
  expect(network.sent(connect)).toEqual([{ name: "Shop", origins: ["https://shop.example"] }]);
  await expect.element(form.getByText("wis_secret")).toBeVisible();
  await expect.element(form.getByText(widget.snippet)).toBeVisible();
  await form.getByRole("tab", { name: "Google Tag Manager" }).click();
  await expect.element(form.getByText(`chat.js?key=${widget.key}`, { exact: false })).toBeVisible();
  await form.getByRole("button", { name: "Done" }).click();
  await expect.element(form).not.toBeInTheDocument();
  await expect.element(page.getByRole("link", { name: "harbour.example" })).toHaveFocus();
});

test("in the first steps a widget takes the company's name, and can be tried at once", async () => {
  network.on(connect, () => ({ ...account, ...widget, identify_secret: "wis_secret" }));
  mount(<FirstWidget />, { viewer: agents.ingrid });
  await expect.element(page.getByRole("textbox", { name: "Name" })).toHaveValue("Harbour Travel");
  await page.getByRole("button", { name: "Create" }).click();
  const tryIt = page.getByRole("link", { name: "Try it on a page" });
  await expect.element(tryIt).toHaveAttribute("href", `https://desk.harbour.example/chat/${widget.key}`);
});

test("a name is required, and a page with an invalid address is named; nothing is sent", async () => {
  openForm();
  const form = page.getByRole("region", { name: "New web chat" });
  const alert = form.getByRole("alert");
  await form.getByRole("button", { name: "Create" }).click();
  await expect.element(alert).toHaveTextContent("Cannot submit an empty field!");
  await form.getByRole("textbox", { name: "Name" }).fill("Shop");
  await form.getByRole("textbox", { name: "Pages that may show it" }).fill("shop.example");
  await form.getByRole("button", { name: "Create" }).click();
  await expect.element(alert).toMatchTextContent("“shop.example” is not an address of a website.");
  expect(network.sent(connect)).toEqual([]);
});

test("the page of a web chat shows code, pages and the test page, and leads to the settings and back", async () => {
  openAt(`account=${channelid}`);
  await expect.element(page.getByText(widget.snippet)).toBeVisible();
  await expect.element(page.getByText("https://harbour.example", { exact: false }).first()).toBeVisible();
  const tryIt = page.getByRole("link", { name: "Try it on a page" });
  await expect.element(tryIt).toHaveAttribute("href", `https://desk.harbour.example/chat/${widget.key}`);
  await page.getByRole("link", { name: "Look and texts of harbour.example" }).click();
  await expect.element(page.getByRole("form", { name: "Settings of harbour.example" })).toBeVisible();
  await page.getByRole("link", { name: "Back" }).click();
  await expect.element(page.getByText(widget.snippet)).toBeVisible();
});

test("appearance, texts, pages and fields are published together", async () => {
  open();
  await page.getByRole("textbox", { name: "Colour" }).fill("#5CF6FC");
  await expect.element(page.getByText("Text on it is black", { exact: false })).toBeVisible();
  await choose("Position", "Bottom left");
  await choose("Theme", "Dark");
  await group("Texts");
  await page.getByRole("textbox", { name: "Title" }).fill(" ");
  await page.getByRole("button", { name: "Nederlands" }).click();
  await page.getByRole("textbox", { name: "Greeting" }).fill("Hallo!");
  await group("Pages");
  await page
    .getByRole("textbox", { name: "Pages that may show it" })
    .fill("https://harbour.example\nhttps://*.harbour.example");
  await page.getByRole("tab", { name: "Visitors", exact: true }).click();
  await choose("Name", "Required");
  await page.getByRole("checkbox", { name: "Departments to choose from: Refunds" }).click();
  await page.getByRole("switch", { name: "Show agents the page" }).click();
  await page
    .getByRole("textbox", { name: "Address of your privacy notice" })
    .fill("https://harbour.example/privacy");
  await publish.click();
  await expect.element(page.getByText("Published.")).toBeVisible();
  expect(published()).toEqual([
    {
      ...widget.settings,
      origins: ["https://harbour.example", "https://*.harbour.example"],
      colour: "#5cf6fc",
      side: "left",
      theme: "dark",
      texts: { nl: { greeting: "Hallo!" } },
      asks: { ...widget.settings.asks, name: "required" },
      departments: [departments.refunds.departmentid],
      page: false,
      privacy: "https://harbour.example/privacy",
    },
  ]);
});

const desk = {
  ...account,
  channelid: "6a0f2ad4-0000-4000-8000-000000000007",
  platform: "email" as const,
  name: "Harbour Desk",
  username: "desk@harbour.example",
  can_start: true,
  starts_by: "mail" as const,
};
const visitors = () => page.getByRole("tab", { name: "Visitors", exact: true }).click();

test("answers to a visitor who left go by one of the company's mailboxes, where it has one", async () => {
  network.on("/channels", () => [account, desk]);
  open();
  await visitors();
  await choose("Answers after they left go by", "Harbour Desk (desk@harbour.example)");
  await publish.click();
  await expect.poll(published).toEqual([{ ...widget.settings, mail: desk.channelid }]);
});

const carrier = page.getByRole("combobox", { name: "Answers after they left go by" });

test("a company without a mailbox has none to choose", async () => {
  open();
  await visitors();
  await expect.element(page.getByRole("switch", { name: "Show agents the page" })).toBeVisible();
  await expect.element(carrier).not.toBeInTheDocument();
});

test("a chosen mailbox that is disconnected is shown as disconnected", async () => {
  network.on(settings, () => ({ ...widget, settings: { ...widget.settings, mail: desk.channelid } }));
  open();
  await visitors();
  await expect.element(carrier).toHaveTextContent("A disconnected account");
});

test("an invalid page or colour is reported at its field, and nothing is published", async () => {
  open();
  await page.getByRole("textbox", { name: "Colour" }).fill("blue");
  await group("Pages");
  await page.getByRole("textbox", { name: "Pages that may show it" }).fill("harbour");
  await group("Texts");
  await publish.click();
  await expect.element(page.getByRole("alert")).toMatchTextContent("“harbour” is not an address");
  await page.getByRole("textbox", { name: "Pages that may show it" }).fill("");
  await publish.click();
  await expect.element(page.getByText("Enter a colour such as #0b6e75.")).toBeVisible();
  expect(published()).toEqual([]);
});

test("a refusal of the server is shown, and the entries stay", async () => {
  network.on(settings, ({ method }) => (method === "POST" ? new Status(400, { message: "No." }) : widget));
  open();
  const colour = page.getByRole("textbox", { name: "Colour" });
  await colour.fill("#123456");
  await publish.click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("No.");
  await expect.element(colour).toHaveValue("#123456");
});

test("the frame gets the draft once it listens, from this page alone", async () => {
  open();
  await expect.element(page.getByTitle("The chat as visitors see it")).toBeVisible();
  const element = document.querySelector("iframe");
  if (!element?.contentWindow) throw new Error("There is no frame");
  const sent: { settings: WidgetFrame; theme: string }[] = [];
  vi.spyOn(element.contentWindow, "postMessage").mockImplementation(((data: (typeof sent)[0]) =>
    sent.push(data)) as typeof postMessage);
  const ready = { parley: "preview-ready" };
  const event = (facts: MessageEventInit) => window.dispatchEvent(new MessageEvent("message", facts));
  event({ data: ready, origin: "https://evil.example", source: element.contentWindow });
  event({ data: ready, origin: location.origin, source: window });
  await page.getByRole("textbox", { name: "Colour" }).fill("#ffffff");
  expect(sent).toEqual([]);
  event({ data: ready, origin: location.origin, source: element.contentWindow });
  await expect.poll(() => sent.at(-1)).toMatchObject({ parley: "preview", theme: "dark" });
  expect(sent.at(-1)?.settings).toMatchObject({ colour: "#ffffff", on_colour: "#000000", departments: [] });
  await group("Texts");
  await page.getByRole("textbox", { name: "Introduction" }).fill("Ask us anything.");
  await expect.poll(() => sent.at(-1)?.settings.texts.intro).toBe("Ask us anything.");
  await page.getByRole("tab", { name: "Visitors", exact: true }).click();
  for (const name of ["Bookings", "Refunds"])
    await page.getByRole("checkbox", { name: `Departments to choose from: ${name}` }).click();
  await expect
    .poll(() => sent.at(-1)?.settings.departments.map(({ name }) => name))
    .toEqual(["Bookings", "Refunds"]);
});

test("a new secret is made after a question and shown once", async () => {
  const path = `/channels/${channelid}/widget-secret`;
  network.on(path, () => ({ identify_secret: "wis_new" }));
  open();
  await group("Signed-in visitors");
  await page.getByRole("button", { name: "Make a new secret" }).click();
  expect(network.sent(path)).toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name: "Make a new secret" }).click();
  await expect.element(page.getByText("wis_new")).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await expect.element(page.getByText("wis_new")).not.toBeInTheDocument();
  expect(network.sent(path)).toHaveLength(1);
});

test("settings that fail to load offer a retry", async () => {
  network.on(settings, broken);
  open();
  await expect.element(page.getByRole("alert")).toMatchTextContent("The settings could not be loaded.");
  network.on(settings, () => widget);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.element(publish).toBeVisible();
});
