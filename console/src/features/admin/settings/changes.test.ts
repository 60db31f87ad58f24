import i18n from "i18next";
import { beforeAll, expect, test } from "vitest";
import settings from "../../../i18n/settings/nl.json" with { type: "json" };
import { changesOf } from "./changes.ts";

beforeAll(() => i18n.init({ lng: "nl", resources: { nl: { translation: { settings } } } }));

test("fields are named in the viewer's language, an empty value is a dash, and ids are left out", () => {
  const changes = {
    reopen_window_hours: { from: 24, to: 48 },
    note: { from: null, to: "true" },
    two_step_required: { from: false, to: true },
    role: { from: null, to: "admin" },
    department_id: { from: "a", to: "b" },
    department: { from: "Bookings", to: "Refunds" },
    not_named_yet: { from: "a", to: "b" },
  };
  expect(changesOf({ t: i18n.t, language: "nl" }, { verb: "company_update", changes })).toEqual([
    { field: "afdeling", from: "Bookings", to: "Refunds" },
    { field: "rol", from: "–", to: "beheerder" },
    { field: "heropentermijn (uren)", from: "24", to: "48" },
    { field: "notitie", from: "–", to: "true" },
    { field: "tweede stap verplicht", from: "nee", to: "ja" },
    { field: "not named yet", from: "a", to: "b" },
  ]);
});

test("weekdays stand in their order, and an automatic message's texts after what they are for", () => {
  const change = { from: null, to: "x" };
  const of = (...fields: string[]) => Object.fromEntries(fields.map((field) => [field, change]));
  const named = (changes: Record<string, typeof change>) =>
    changesOf({ t: i18n.t, language: "nl" }, { verb: "company_update", changes }).map(({ field }) => field);
  expect(named(of("friday", "monday", "sunday", "thursday", "tuesday", "opening_hours_zone"))).toEqual([
    "tijdzone van de tijden",
    ...["maandag", "dinsdag", "donderdag", "vrijdag", "zondag"],
  ]);
  expect(named(of("text_nl", "closes", "text_en", "delay"))).toEqual([
    ...["vertraging (minuten)", "sluit het ticket"],
    ...["tekst · Engels", "tekst · Nederlands"],
  ]);
});

test("values within a value are named one by one, and unchanged ones are left out", () => {
  const changes = {
    texts: {
      from: JSON.stringify({ en: { title: "Hi" } }),
      to: JSON.stringify({ en: { title: "Hi", first_line: "Hello" }, nl: { title: "Hoi" } }),
    },
    origins: { from: "[]", to: JSON.stringify(["https://a.example", "https://b.example"]) },
    note: { from: "{not JSON", to: "[x" },
  };
  expect(changesOf({ t: i18n.t, language: "nl" }, { verb: "company_update", changes })).toEqual([
    { field: "teksten · Engels · first line", from: "–", to: "Hello" },
    { field: "teksten · Nederlands · titel", from: "–", to: "Hoi" },
    { field: "pagina’s die hem mogen tonen", from: "–", to: "https://a.example, https://b.example" },
    { field: "notitie", from: "{not JSON", to: "[x" },
  ]);
});
