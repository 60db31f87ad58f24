import { reasonOf } from "@parley/contract/reasons";
import i18next from "i18next";
import { expect, test } from "vitest";
import { Refused, Unreachable } from "../../../api/client.ts";
import firstLoad from "../../../i18n/first-load/en.json" with { type: "json" };
import englishReasons from "../../../i18n/reasons/en.json" with { type: "json" };
import reasons from "../../../i18n/reasons/nl.json" with { type: "json" };
import { telegramFailure } from "./telegram-failure.ts";

const english = i18next.createInstance();
await english.init({
  lng: "en",
  resources: {
    en: { translation: { common: firstLoad.common, reasons: englishReasons } },
    nl: { translation: { reasons } },
  },
});

const refused = (error_code: number, description = "") =>
  new Refused(400, { code: "provider_refused", message: "no", telegramError: { error_code, description } });

test.each([
  [refused(400), "Invalid Bot ID. Please check your token."],
  [refused(401), "Unauthorized. Please verify your bot token."],
  [refused(403), "Bot is blocked or the user hasn’t started the chat."],
  [refused(404), "Bot not found. Check if your bot exists and is running."],
  [refused(409), "Conflict: Another webhook is active. Remove it before proceeding."],
  [refused(429), "Rate limit exceeded. Please try again later."],
  [refused(500), "Telegram server error. Please retry later."],
  [refused(502), "Telegram server error. Please retry later."],
  [refused(418), "Something went wrong. Please try again."],
  [refused(418, "I'm a teapot"), "I'm a teapot"],
  [new Refused(400, { code: "invalid", message: "Invalid Telegram Bot Id!" }), "Invalid Telegram Bot Id!"],
  [
    new Refused(409, { code: "conflict", message: "" }),
    "Conflict: Another webhook is active. Remove it before proceeding.",
  ],
  [new Refused(418, { code: "unexpected", message: "" }), "An unexpected error occurred."],
  [new TypeError("odd"), "An unexpected error occurred."],
  [new Unreachable(), "The server cannot be reached."],
])("a failure of Telegram has its text, %#: %s", (error, text) => {
  expect(telegramFailure(error, english.t)).toBe(text);
});

test("the reason is worded in the page's language", () => {
  const answer = { code: "provider_refused", message: "Unauthorized." } as const;
  const coded = new Refused(400, { ...answer, reason: reasonOf("setup_unauthorized") });
  expect(telegramFailure(coded, english.getFixedT("nl"))).toBe(reasons.setup_unauthorized);
});
