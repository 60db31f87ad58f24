import { describe, expect, test } from "vitest";
import { englishOf } from "../../floor/reasons/english.ts";
import { meaningOf, refusedSend } from "./refused.ts";

const answer = (code: number, more: { status?: number; retryAfterMs?: number; transient?: boolean } = {}) =>
  ({
    outcome: "refused",
    code,
    subcode: null,
    status: 400,
    says: "The provider's words",
    retryAfterMs: null,
    transient: false,
    ...more,
  }) as const;

describe("every documented code has a reason of its own and an outcome", () => {
  test.each([
    [0, "credentials_refused", "broken"],
    [190, "credentials_refused", "broken"],
    [3, "permission_missing", "refused"],
    [10, "permission_missing", "refused"],
    [200, "permission_missing", "refused"],
    [299, "permission_missing", "refused"],
    [4, "slow_down", "tryAgain account"],
    [80007, "slow_down", "tryAgain account"],
    [130429, "slow_down", "tryAgain account"],
    [131056, "client_slow_down", "tryAgain client"],
    [2, "provider_trouble", "tryAgain account"],
    [131016, "provider_trouble", "tryAgain account"],
    [133004, "provider_trouble", "tryAgain account"],
    [131057, "provider_trouble", "tryAgain account"],
    [1, "provider_trouble", "unknown"],
    [131000, "provider_trouble", "unknown"],
    [33, "request_rejected", "refused"],
    [100, "request_rejected", "refused"],
    [131008, "request_rejected", "refused"],
    [131009, "request_rejected", "refused"],
    [135000, "request_rejected", "refused"],
    [368, "account_locked", "broken"],
    [131031, "account_locked", "broken"],
    [130497, "country_not_served", "refused"],
    [130403, "client_blocked_account", "unreachable"],
    [131026, "client_undeliverable", "unreachable"],
    [131048, "spam_limit", "refused"],
    [131049, "marketing_limit", "refused"],
    [131050, "marketing_refused", "refused"],
    [130472, "client_in_experiment", "refused"],
    [131021, "recipient_is_sender", "refused"],
    [131030, "recipient_not_listed", "refused"],
    [131037, "display_name_not_approved", "broken"],
    [131042, "payment_missing", "broken"],
    [131045, "number_not_registered", "broken"],
    [131047, "reply_window_closed", "refused"],
    [131051, "kind_not_taken", "refused"],
    [131052, "media_not_fetched", "refused"],
    [131053, "media_not_taken", "refused"],
    [131062, "phone_number_needed", "refused"],
    [131063, "marketing_off", "refused"],
    [131064, "spam_limit", "refused"],
    [132000, "template_variables", "refused"],
    [132001, "template_unknown", "refused"],
    [132005, "template_too_long", "refused"],
    [132007, "template_against_policy", "refused"],
    [132012, "template_variables", "refused"],
    [132015, "template_not_approved", "refused"],
    [132016, "template_not_approved", "refused"],
    [132018, "template_variables", "refused"],
    [133005, "pin_wrong", "refused"],
    [133006, "number_not_verified", "refused"],
    [133008, "pin_tries", "refused"],
    [133009, "pin_tries", "refused"],
    [133010, "number_not_registered", "broken"],
    [133015, "number_tries", "refused"],
    [133016, "number_tries", "refused"],
    [137000, "client_identity_changed", "refused"],
  ])("the code %i means: %s, %s", (code, reason, outcome) => {
    expect(meaningOf(code, "words").reason.code).toBe(reason);
    expect(englishOf(meaningOf(code, "words").reason)).not.toMatch(/\{\{|undefined/);
    expect(shortly(refusedSend(answer(code)))).toBe(outcome);
  });
});

function shortly(outcome: ReturnType<typeof refusedSend>): string {
  if (outcome.outcome === "tryAgain") return ["tryAgain", outcome.scope].filter(Boolean).join(" ");
  if (outcome.outcome !== "refused") return outcome.outcome;
  return outcome.channelBroken ? "broken" : outcome.unreachable ? "unreachable" : "refused";
}

test("an unknown code is shown in the provider's words", () => {
  const { reason } = meaningOf(999_999, "A new rule");
  expect(englishOf(reason)).toBe("WhatsApp says: A new rule");
  expect(shortly(refusedSend(answer(999_999)))).toBe("refused");
});

test("an unknown code of a failing server leaves open whether the message arrived", () => {
  expect(shortly(refusedSend(answer(999_999, { status: 503 })))).toBe("unknown");
});

test("a transient refusal is tried again, after the requested pause", () => {
  expect(refusedSend(answer(999_999, { status: 500, transient: true, retryAfterMs: 7000 }))).toMatchObject({
    outcome: "tryAgain",
    afterMs: 7000,
  });
  expect(refusedSend(answer(131056))).toMatchObject({ outcome: "tryAgain", afterMs: 6000 });
});
