import { expect, test } from "vitest";
import { addresses, mail } from "../../sample/mails.ts";
import { participantsOf } from "./recipients.ts";
import { bareSubject, sameSubject } from "./subject.ts";

const { henrik, lise, desk } = addresses;
const own = [{ name: null, address: "Booking@Harbour.example" }];

test("participants are all but the account, the latest first, each once", () => {
  expect(participantsOf([mail({ cc: [lise] }), mail({ from: lise, to: [desk, henrik] })], own)).toEqual([
    lise,
    henrik,
  ]);
});

test.each([
  ["Re: Two seats", "Two seats"],
  ["RE: Fwd: AW: Two seats", "Two seats"],
  ["Re[2]: Two seats", "Two seats"],
  ["Отв: Два места", "Два места"],
  ["YNT: İki yer", "İki yer"],
  ["Re: ", ""],
  ["Regarding: seats", "Regarding: seats"],
  ["返信：二席", "返信：二席"],
])("%s is about %s", (subject, bare) => {
  expect(bareSubject(subject)).toBe(bare);
  expect(sameSubject(subject, bare)).toBe(true);
});
