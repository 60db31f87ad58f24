import type { OpeningHours as Hours } from "@parley/contract/open-days";
import type { HoursAnswer } from "@parley/contract/opening-hours";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { keys } from "../../../api/queries.ts";
import { agents, departments } from "../../../sample/build.ts";
import { type Mounted, mount } from "../../../sample/mount.tsx";
import { broken, type Network, openNetwork, refusal } from "../../../sample/network.ts";
import { OpeningHours } from "./OpeningHours.tsx";

const { bookings, refunds } = departments;
const office = [{ from: "09:00", to: "17:30", next_day: false }];
const hours: Hours = {
  time_zone: "Europe/Sofia",
  days: [office, office, office, office, office, [], []],
  exceptions: [{ date: "2026-12-25", yearly: true, name: "Christmas", spans: [] }],
};

/** The server answers with the same keys in another order. */
const reordered = (given: Hours | null): Hours | null =>
  given && {
    exceptions: given.exceptions.map(({ spans, name, yearly, date }) => ({ spans, name, yearly, date })),
    days: given.days.map((spans) => spans.map(({ next_day, to, from }) => ({ next_day, to, from }))),
    time_zone: given.time_zone,
  };

let answer: HoursAnswer;
let network: Network;
let mounted: Mounted;
const draw = (company: Hours | null) => {
  answer = {
    time_zone: "Europe/Sofia",
    company,
    next_opening: null,
    departments: [bookings, refunds].map((one) => ({ ...one, hours: null })),
  };
  network = openNetwork({
    "/opening-hours": ({ method, body }) => {
      if (method === "POST")
        answer = { ...answer, company: reordered((body as { hours: Hours | null }).hours) };
      return answer;
    },
    "/department-opening-hours": ({ body }) => {
      const { departmentid, hours: to } = body as { departmentid: string; hours: Hours | null };
      const departments = answer.departments.map((one) =>
        one.departmentid === departmentid ? { ...one, hours: to } : one,
      );
      answer = { ...answer, departments };
      return answer;
    },
  });
  mounted = mount(<OpeningHours />, { viewer: agents.ingrid });
};
beforeEach(() => draw(hours));

const field = (name: string) => page.getByLabelText(name, { exact: true });
const save = page.getByRole("button", { name: "Save" });
const sent = () => network.calls.filter(({ method }) => method === "POST").map(({ body }) => body);

test("a company without hours is open at all times until some are saved", async () => {
  mounted.unmount();
  draw(null);
  await expect.element(page.getByRole("radio", { name: "Open at all times" })).toBeChecked();
  await expect.element(save).toBeDisabled();
  await page.getByRole("radio", { name: "By opening hours" }).click();
  await expect.element(field("Monday, hours 1: from")).toHaveValue("09:00");
  await save.click();
  await expect.element(page.getByText("Opening hours saved")).toBeVisible();
  expect(sent()).toMatchObject([{ hours: { time_zone: "Europe/Sofia", exceptions: [] } }]);
  await expect.element(page.getByRole("button", { name: "Discard" })).not.toBeInTheDocument();
  await expect.element(save).toBeDisabled();
  await expect.element(page.getByText(/changed elsewhere/)).not.toBeInTheDocument();
});

test("a day gets a second span, is copied to others, and both are in the strip", async () => {
  await page.getByRole("switch", { name: "Saturday: open" }).click();
  await field("Saturday, hours 1: from").fill("10:00");
  await field("Saturday, hours 1: to").fill("12:00");
  await page.getByRole("button", { name: "Add hours to Saturday" }).click();
  await expect.element(field("Saturday, hours 2: from")).toHaveValue("13:00");
  await page.getByRole("button", { name: "Copy Saturday to other days" }).click();
  await page.getByRole("menuitem", { name: "Sunday" }).click();
  await expect.element(field("Sunday, hours 2: to")).toHaveValue("15:00");
  const strip = page.getByRole("region", { name: "The next two weeks" });
  expect(strip.getByRole("listitem").elements()).toHaveLength(14);
  await expect.element(strip.getByText(/^Sunday.*10:00–12:00, 13:00–15:00$/).first()).toBeInTheDocument();
  await save.click();
  await expect.poll(sent).toHaveLength(1);
  const weekend = [
    { from: "10:00", to: "12:00", next_day: false },
    { from: "13:00", to: "15:00", next_day: false },
  ];
  expect(sent()).toEqual([{ hours: { ...hours, days: hours.days.with(5, weekend).with(6, weekend) } }]);
});

test("times are typed as people write them, and an end before the start is on the next day", async () => {
  await field("Monday, hours 1: from").fill("8.30 pm");
  await field("Monday, hours 1: to").fill("2");
  await userEvent.tab();
  await expect.element(field("Monday, hours 1: from")).toHaveValue("20:30");
  await expect.element(field("Monday, hours 1: to")).toHaveValue("02:00");
  await expect.element(page.getByText("until 02:00 next day")).toBeVisible();
  await save.click();
  const night = [{ from: "20:30", to: "02:00", next_day: true }];
  await expect.poll(sent).toEqual([{ hours: { ...hours, days: hours.days.with(0, night) } }]);
});

test("the same time in another form is no change", async () => {
  await field("Monday, hours 1: from").fill("9");
  await expect.element(save).toBeDisabled();
  await userEvent.tab();
  await expect.element(field("Monday, hours 1: from")).toHaveValue("09:00");
});

test("an invalid time, and an overlap, are reported once the field is left, and nothing is sent", async () => {
  await field("Monday, hours 1: to").fill("half past");
  await expect.element(page.getByText(/^Not a time/)).not.toBeInTheDocument();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText(/^Not a time/)).toBeVisible();
  await expect.element(field("Monday, hours 1: to")).toHaveAttribute("aria-invalid", "true");
  await expect.element(field("Monday, hours 1: from")).toHaveAttribute("aria-invalid", "false");
  await expect.element(field("Monday, hours 1: to")).toHaveFocus();
  await field("Monday, hours 1: to").fill("9:00");
  await userEvent.tab();
  await expect.element(page.getByText("until 09:00 next day")).toBeVisible();
  await expect.element(page.getByText(/^Not a time/)).not.toBeInTheDocument();
  await field("Tuesday, hours 1: from").fill("07:30");
  await userEvent.tab();
  await expect.element(page.getByText("Overlaps other hours.")).toBeVisible();
  await save.click();
  await expect.element(field("Tuesday, hours 1: from")).toHaveFocus();
  expect(sent()).toEqual([]);
});

test("a switch closes a day and opens it again with the hours it had, by keyboard", async () => {
  const friday = page.getByRole("switch", { name: "Friday: open" });
  await field("Friday, hours 1: to").fill("15:00");
  friday.element().focus();
  await userEvent.keyboard(" ");
  await expect.element(field("Friday, hours 1: from")).not.toBeInTheDocument();
  await userEvent.keyboard(" ");
  await expect.element(field("Friday, hours 1: to")).toHaveValue("15:00");
  await page.getByRole("switch", { name: "Saturday: open" }).click();
  await expect.element(field("Saturday, hours 1: from")).toHaveValue("09:00");
});

test("an exception needs a unique date", async () => {
  await page.getByRole("button", { name: "Add a date" }).click();
  await expect.element(page.getByText("Fill in the date.")).toBeVisible();
  const date = page.getByLabelText("Date 2: date", { exact: true });
  await page.getByRole("checkbox", { name: "Date 2: every year" }).click();
  await date.fill("2030-12-25");
  await expect.element(page.getByText("There is already an entry for this date.")).toBeVisible();
  await page.getByLabelText("2030-12-25: date", { exact: true }).fill("2026-01-01");
  await save.click();
  await expect.poll(sent).toHaveLength(1);
  expect(sent()).toMatchObject([{ hours: { exceptions: [{ date: "2026-01-01" }, { name: "Christmas" }] } }]);
});

test("a department has the company's hours until it is given its own, by keyboard", async () => {
  await page.getByRole("combobox", { name: "Hours of" }).click();
  await page.getByRole("option", { name: "Refunds" }).click();
  await expect.element(page.getByRole("radio", { name: "As the company" })).toBeChecked();
  page.getByRole("radio", { name: "As the company" }).element().focus();
  await userEvent.keyboard("{ArrowRight}");
  await page.getByRole("switch", { name: "Friday: open" }).click();
  await save.click();
  await expect
    .poll(sent)
    .toEqual([{ departmentid: refunds.departmentid, hours: { ...hours, days: hours.days.with(4, []) } }]);
  await expect.element(page.getByRole("combobox", { name: "Hours of" })).toMatchTextContent("own hours");
});

test("a refusal keeps the entries, with its reason", async () => {
  network.on("/opening-hours", ({ method }) =>
    method === "POST" ? refusal(503, "not_ready", { code: "company_busy", facts: {} }) : answer,
  );
  await field("Monday, hours 1: to").fill("16:00");
  await save.click();
  await expect.element(page.getByRole("alert").filter({ hasText: /./ })).toBeVisible();
  await expect.element(field("Monday, hours 1: to")).toHaveValue("16:00");
});

test("hours saved elsewhere replace an untouched draft, and are offered beside a changed one", async () => {
  const theirs = { ...hours, days: hours.days.with(0, []) };
  answer = { ...answer, company: theirs };
  await mounted.cache.invalidateQueries({ queryKey: keys.openingHours });
  await expect.element(field("Monday, hours 1: from")).not.toBeInTheDocument();
  await field("Tuesday, hours 1: to").fill("16:00");
  answer = { ...answer, company: hours };
  await mounted.cache.invalidateQueries({ queryKey: keys.openingHours });
  await expect.element(page.getByText(/changed elsewhere/)).toBeVisible();
  await expect.element(field("Tuesday, hours 1: to")).toHaveValue("16:00");
  await page.getByRole("button", { name: "Show the new hours" }).click();
  await expect.element(field("Monday, hours 1: from")).toHaveValue("09:00");
  await expect.element(field("Tuesday, hours 1: to")).toHaveValue("17:30");
});

test("hours that fail to load offer a retry", async () => {
  mounted.unmount();
  network.on("/opening-hours", broken);
  mount(<OpeningHours />, { viewer: agents.ingrid });
  const retry = page.getByRole("button", { name: "Retry" });
  await expect.element(retry).toBeVisible();
  network.on("/opening-hours", () => answer);
  await retry.click();
  await expect.element(field("Monday, hours 1: from")).toHaveValue("09:00");
});

test("a past date is marked, unless it comes every year", async () => {
  mounted.unmount();
  const closed = (date: string, yearly: boolean) => ({ date, yearly, name: date, spans: [] });
  draw({ ...hours, exceptions: [closed("2020-01-02", false), closed("2020-01-03", true)] });
  await expect.element(field("2020-01-02: date")).toBeVisible();
  expect(page.getByText("This date is over.").elements()).toHaveLength(1);
});
