import { conditionLimits } from "@parley/contract/conditions/condition-limits";
import type { Condition } from "@parley/contract/conditions/tree";
import { languages } from "@parley/contract/sessions";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { changeLanguage, loadTexts } from "../../../i18n/index.ts";
import { departments } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { openNetwork } from "../../../sample/network.ts";
import { isConditionFor } from "./address-filter.ts";
import { ConditionsFilter } from "./ConditionsFilter.tsx";

const made = (["ticket", "client", "organisation"] as const).map((owner, at) => ({
  ...{ fieldid: `d000000${at}-0000-4000-8000-000000000001`, owner, name: `Colour of ${owner}` },
  ...{ type: "text", choices: [], archived_on: null },
}));
const onChange = vi.fn();
beforeEach(async () => {
  await loadTexts("views", "organisations", "fields");
  onChange.mockClear();
  openNetwork({
    "/tags": () => ({ closed: false, tags: [] }),
    "/auth/agents": () => [],
    "/fields": () => made,
    "/departments": () => Object.values(departments),
  });
});

const conditions = page.getByRole("button", { name: /^Conditions/ });
const apply = page.getByRole("button", { name: "Apply" });
const show = (use: "search" | "client", value?: Condition) =>
  mount(<ConditionsFilter use={use} value={value && JSON.stringify(value)} onChange={onChange} />);
const written = () => JSON.parse(onChange.mock.lastCall?.[0] ?? "null");
async function choose(label: string, option: string) {
  await page.getByRole("combobox", { name: label }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

test("a condition is written by keyboard and stands in the address", async () => {
  show("search");
  await conditions.click();
  await page.getByRole("combobox", { name: "Value" }).click();
  // The list takes no key before it has the focus, which it takes after it is drawn.
  await expect.element(page.getByRole("option", { name: "me", exact: true })).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await expect.element(page.getByRole("combobox", { name: "Value" })).toMatchTextContent("nobody");
  apply.element().focus();
  await userEvent.keyboard("{Enter}");
  expect(written()).toEqual({ all: [{ field: "handler", operator: "is", value: "nobody" }] });
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});

test("tickets are asked of closed stages too, clients of what clients have", async () => {
  const { unmount } = show("search");
  await conditions.click();
  await choose("What is asked", "Stage");
  await choose("Value", "closed");
  await apply.click();
  expect(written()).toEqual({ all: [{ field: "stage", operator: "is", value: "closed" }] });
  unmount();
  show("client");
  await conditions.click();
  await page.getByRole("combobox", { name: "What is asked" }).click();
  const options = page
    .getByRole("option")
    .elements()
    .map(({ textContent }) => textContent);
  expect(options).toEqual([
    ...["Client’s tags", "Client’s organisation", "Client’s name", "Client’s number"],
    ...["Client: Colour of client", "Organisation: Colour of organisation"],
  ]);
});

const failed = { field: "failed", operator: "is", value: true } as const;

test("conditions that are set are counted, changed and removed", async () => {
  show("search", { any: [failed, { not: failed }] });
  await expect.element(conditions).toHaveTextContent("Conditions: 2");
  await conditions.click();
  await page.getByRole("button", { name: "Remove this condition" }).first().click();
  await apply.click();
  expect(written()).toEqual({ any: [{ not: { any: [failed] } }] });
  await page.getByRole("button", { name: "Remove the conditions" }).click();
  expect(onChange).toHaveBeenLastCalledWith(undefined);
});

test("the table is not filtered when no condition is left", async () => {
  show("search", { all: [failed] });
  await conditions.click();
  await page.getByRole("button", { name: "Remove this condition" }).click();
  await apply.click();
  expect(onChange).toHaveBeenLastCalledWith(undefined);
});

test("conditions that are not complete, or too long for an address, cannot be applied", async () => {
  const text = (length: number) => ({
    all: Array.from({ length }, () => ({
      field: "subject",
      operator: "contains" as const,
      value: "あ".repeat(150),
    })),
  });
  const { unmount } = show("search", text(4));
  await conditions.click();
  await expect.element(apply).toBeEnabled();
  await page.getByRole("textbox", { name: "Value" }).first().fill("");
  await expect.element(page.getByRole("status")).toMatchTextContent("A condition has no value yet.");
  await expect.element(apply).toBeDisabled();
  await page.getByRole("textbox", { name: "Value" }).first().fill("あ".repeat(200));
  await expect.element(page.getByRole("status")).toMatchTextContent("too long for an address");
  await expect.element(apply).toBeDisabled();
  unmount();
});

test("an address with conditions that are none, or may not be used there, is left out", () => {
  const isOfTickets = isConditionFor("search");
  const wide = { any: Array.from({ length: conditionLimits.leaves + 1 }, () => failed) };
  for (const value of [wide, { ...failed, extra: 1 }, { all: failed }, { not: null }, null, 1, {}, [failed]])
    expect([value, isOfTickets(JSON.stringify(value))]).toEqual([value, false]);
  expect(isOfTickets("{")).toBe(false);
  expect(isOfTickets(JSON.stringify({ not: { all: [failed, { any: [] }] } }))).toBe(true);
  expect(isConditionFor("client")(JSON.stringify(failed))).toBe(false);
});

test.each(languages)("the dialog in %s fits a phone", async (language) => {
  onTestFinished(() => changeLanguage("en"));
  await changeLanguage(language);
  await page.viewport(390, 844);
  show("search", { all: [failed, { not: failed }] });
  await page.getByRole("button").first().click();
  await expect.element(page.getByRole("dialog")).toBeVisible();
  const dialog = page.getByRole("dialog").element();
  const { right } = dialog.getBoundingClientRect();
  const wider = [...dialog.querySelectorAll("*")].filter((one) => one.getBoundingClientRect().right > right);
  expect(wider.map(({ textContent }) => textContent)).toEqual([]);
  expect(document.documentElement.scrollWidth).toBe(390);
});
