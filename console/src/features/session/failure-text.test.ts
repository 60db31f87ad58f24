import type { ErrorAnswer, ErrorCode } from "@parley/contract/errors";
import { type Reason, reasonOf } from "@parley/contract/reasons";
import i18next from "i18next";
import { expect, test } from "vitest";
import { Refused, TooBusy, Unreachable } from "../../api/client.ts";
import firstLoad from "../../i18n/first-load/nl.json" with { type: "json" };
import reasons from "../../i18n/reasons/nl.json" with { type: "json" };
import { failureText, isSpent } from "./failure-text.ts";

const dutch = i18next.createInstance();
await dutch.init({ lng: "nl", resources: { nl: { translation: { ...firstLoad, reasons } } } });
const refused = (reason: Reason, code: ErrorCode = "invalid") =>
  new Refused(400, { message: "English", code, reason });
const refusedFor = (...reasons: Reason[]) =>
  new Refused(400, { message: reasons.map(() => "English"), code: "invalid", reasons });

test.each([
  [refused(reasonOf("login_failed")), reasons.login_failed],
  [refused(reasonOf("email_taken"), "conflict"), reasons.email_taken],
  [
    refusedFor(reasonOf("password_too_weak"), reasonOf("password_too_common")),
    `${reasons.password_too_weak}\n${reasons.password_too_common}`,
  ],
  [
    refusedFor(reasonOf("password_number"), reasonOf("password_uppercase")),
    "Minstens één cijfer\nMinstens één hoofdletter",
  ],
  [
    refused(reasonOf("too_many_tries", { seconds: 27 }), "rate_limited"),
    "Te veel pogingen. Wacht 27 seconden.",
  ],
  [
    refused(reasonOf("code_sent", { seconds: 41 }), "code_sent"),
    "Er is al een code gestuurd. Over 41 seconden kan er een nieuwe worden gestuurd.",
  ],
  [
    refused(reasonOf("field_too_long", { field: "body.first_name", max: 100 })),
    "Voornaam: hoogstens 100 tekens",
  ],
  [refused(reasonOf("field_invalid", { field: "zone" })), "Een invoer op dit formulier: niet geldig"],
  [new Refused(400, { message: "Something new", code: "invalid" }), "Something new"],
  [
    new Refused(400, { message: ["One", "Two"], code: "invalid", reasons: [reasonOf("code_invalid")] }),
    `${reasons.code_invalid}\nTwo`,
  ],
  [new Refused(400, { message: "", code: "invalid" }), "the default"],
  [new Unreachable(), firstLoad.common.unreachable],
  [new TooBusy(), firstLoad.common.busy],
  [new Error("The browser's own"), "the default"],
])("%s is worded in the language of the page", (error, text) => {
  expect(failureText(error, dutch.t, "the default")).toBe(text);
});

test("a code of a newer server, and an error without one, show their English", () => {
  const newer = new Refused(400, {
    ...{ message: "The quota is used up.", code: "invalid" },
    reason: { code: "quota", facts: {} } as unknown as Reason,
  });
  expect(failureText(newer, dutch.t)).toBe("The quota is used up.");
  expect(failureText(new Error("The browser's own"), dutch.t)).toBe("The browser's own");
});

test("the reason, not the text, tells whether a code is used up", () => {
  expect(isSpent(refused(reasonOf("code_expired")))).toBe(true);
  expect(isSpent(refused(reasonOf("code_invalid")))).toBe(false);
});

test.each([new Refused(502, {} as ErrorAnswer), new Error("")])(
  "a failure without a reason is called unexpected",
  (error) => {
    expect(failureText(error, dutch.t)).toBe(reasons.unexpected);
  },
);
