import { texts } from "@parley/contract/texts";
import i18next from "i18next";
import { expect, test } from "vitest";
import { Refused, Unreachable } from "../../api/client.ts";
import firstLoad from "../../i18n/first-load/nl.json" with { type: "json" };
import refusals from "../../i18n/refusals/nl.json" with { type: "json" };
import { failureText, isSpent } from "./failure-text.ts";

const dutch = i18next.createInstance();
await dutch.init({ lng: "nl", resources: { nl: { translation: { ...firstLoad, refusals } } } });
const refused = (message: string | string[], code: "invalid" | "rate_limited" | "code_sent" = "invalid") =>
  new Refused(400, { message, code });

test.each([
  [refused(texts.loginFailed), refusals.loginFailed],
  [refused(texts.emailTaken), refusals.emailTaken],
  [
    refused([texts.passwordTooWeak, texts.passwordTooCommon]),
    `${refusals.passwordTooWeak}\n${refusals.passwordTooCommon}`,
  ],
  [
    refused(["At least one number", "At least one uppercase letter"]),
    "Minstens één cijfer\nMinstens één hoofdletter",
  ],
  [
    refused("Too many tries. Please wait 27 seconds.", "rate_limited"),
    "Te veel pogingen. Wacht 27 seconden.",
  ],
  [
    refused("A code was sent already. Another can be sent in 41 seconds.", "code_sent"),
    "Er is al een code gestuurd. Over 41 seconden kan er een nieuwe worden gestuurd.",
  ],
  [refused("Something nobody foresaw"), "Something nobody foresaw"],
  [refused(""), "the default"],
  [new Unreachable(), firstLoad.common.unreachable],
])("%s is told in the language of the page", (error, told) => {
  expect(failureText(error, dutch.t, "the default")).toBe(told);
});

test("whether a code is spent is read from what the server said, not from what is shown", () => {
  expect(isSpent(refused(`${texts.codeExpired}.`))).toBe(true);
  expect(isSpent(refused(texts.codeInvalid))).toBe(false);
});
