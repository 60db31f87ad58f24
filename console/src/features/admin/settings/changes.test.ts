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
  expect(changesOf(i18n.t, { changes })).toEqual([
    { field: "heropentermijn (uren)", from: "24", to: "48" },
    { field: "notitie", from: "–", to: "true" },
    { field: "tweede stap verplicht", from: "nee", to: "ja" },
    { field: "rol", from: "–", to: "beheerder" },
    { field: "afdeling", from: "Bookings", to: "Refunds" },
    { field: "not named yet", from: "a", to: "b" },
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
  expect(changesOf(i18n.t, { changes })).toEqual([
    { field: "texts · en · first line", from: "–", to: "Hello" },
    { field: "texts · nl · title", from: "–", to: "Hoi" },
    { field: "origins", from: "–", to: "https://a.example, https://b.example" },
    { field: "notitie", from: "{not JSON", to: "[x" },
  ]);
});
