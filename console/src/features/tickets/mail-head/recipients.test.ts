import { expect, test } from "vitest";
import { addresses, mail } from "../../../sample/mails.ts";
import { isAddress, readAddresses } from "./addresses.ts";
import { participantsOf, recipientsOf } from "./recipients.ts";
import { answerSubject, bareSubject, forwardSubject, sameSubject } from "./subject.ts";

const { henrik, lise, desk } = addresses;
const own = [{ name: null, address: "Booking@Harbour.example" }];
const office = { name: "Office", address: "office@aas.example" };
const theirs = { mail: mail({ to: [desk, office], cc: [lise, desk, henrik] }), isagent: false };

test("a reply goes to the sender, or to the address the sender asks for", () => {
  expect(recipientsOf("reply", theirs, own)).toEqual({ to: [henrik], cc: [], bcc: [] });
  const elsewhere = { mail: mail({ reply_to: [office] }), isagent: false };
  expect(recipientsOf("reply", elsewhere, own).to).toEqual([office]);
});

test.each(["reply_to_unproved", "unverified"] as const)(
  "a mail marked %s is answered at its sender's own address",
  (mark) => {
    const asked = { mail: mail({ reply_to: [office], marks: [mark] }), isagent: false };
    expect(recipientsOf("reply", asked, own).to).toEqual([henrik]);
  },
);

test("a reply to all has the others in copy, without repeats, and never the account itself", () => {
  expect(recipientsOf("all", theirs, own)).toEqual({ to: [henrik], cc: [office, lise], bcc: [] });
});

test("an answer to our own mail goes to its addressees", () => {
  const ours = { mail: mail({ from: desk, to: [henrik], cc: [lise], bcc: [office] }), isagent: true };
  expect(recipientsOf("reply", ours, own)).toEqual({ to: [henrik], cc: [], bcc: [] });
  expect(recipientsOf("all", ours, own)).toEqual({ to: [henrik], cc: [lise], bcc: [] });
});

test("a forwarded mail has no addressee yet", () => {
  expect(recipientsOf("forward", theirs, own)).toEqual({ to: [], cc: [], bcc: [] });
});

test("the participants of a mail are all but the account, the latest first, without repeats", () => {
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
  ["Re: Two seats [#70a1b2c3]", "Two seats"],
  ["Regarding: seats", "Regarding: seats"],
  ["返信：二席", "返信：二席"],
])("the subject %s is about %s", (subject, bare) => {
  expect(bareSubject(subject)).toBe(bare);
  expect(sameSubject(subject, bare)).toBe(true);
});

test("an answer and a forwarded mail get their prefix once", () => {
  expect([answerSubject("Seats"), answerSubject("RE: Seats"), answerSubject("")]).toEqual([
    "Re: Seats",
    "RE: Seats",
    "Re:",
  ]);
  expect([forwardSubject("Re: Seats"), forwardSubject("Fwd: Seats")]).toEqual([
    "Fwd: Re: Seats",
    "Fwd: Seats",
  ]);
});

test("addresses are read as people write them", () => {
  expect(
    readAddresses(`Henrik Aas <henrik@aas.example>, lise@aas.example;\n"Aas, Ola" <ola@aas.example>, broken`),
  ).toEqual([
    henrik,
    { name: null, address: "lise@aas.example" },
    { name: "Aas, Ola", address: "ola@aas.example" },
    { name: null, address: "broken" },
  ]);
  const good = ["a@b.example", "jürgen@müller.example", "a.b+c@d-e.example"];
  const bad = [
    "",
    "a",
    "a@b",
    "a b@c.example",
    "a@b.example, c@d.example",
    "<a@b.example>",
    "a@b.example\nBcc: x@y.example",
  ];
  expect([good.every(isAddress), bad.some(isAddress)]).toEqual([true, false]);
});
