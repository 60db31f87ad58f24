import { texts } from "@parley/contract/texts";
import { expect, test } from "vitest";
import { Refused, Unreachable } from "../../../api/client.ts";
import { english } from "../../../sample/english.ts";
import { registerFailure } from "./register-failure.ts";

test.each([
  [new Refused(400, { code: "invalid", message: ["One.", "Two."] }), ["One.", "Two."]],
  [
    new Refused(400, { code: "invalid", message: ["At least 8 characters", texts.passwordTooCommon] }),
    ["At least 8 characters", "This password is one of the most common ones"],
  ],
  [new Refused(409, { code: "conflict", message: "Taken." }), ["Taken."]],
  [new Refused(400, { code: "invalid", message: "" }), ["Unexpected error from server."]],
  [new Refused(500, {} as never), ["Unexpected error from server."]],
  [new Unreachable(), ["No response received from server."]],
  [new TypeError("odd"), ["Error while making request."]],
])("the failure %s is worded", (error, lines) => {
  expect(registerFailure(english, error)).toEqual(lines);
});
