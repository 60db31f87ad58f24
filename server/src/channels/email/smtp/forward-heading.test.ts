import { languages } from "@parley/contract/sessions";
import { expect, test } from "vitest";
import { parseMail } from "../corpus/parse.ts";
import { forwardHeading } from "./forward-heading.ts";

const ann = { name: "Ann Lee", address: "ann@pier.example" };
const desk = { name: null, address: "desk@harbour.example" };
const mail = { from: ann, to: [desk], cc: [], subject: "Order 7", on: new Date("2026-05-03T12:05:00Z") };

test("a forwarded mail says who wrote it, when in the company's zone, about what and to whom", () => {
  expect(forwardHeading({ ...mail, cc: [ann, desk], lang: "en", zone: "Europe/Oslo" })).toEqual([
    "---------- Forwarded message ----------",
    "From: Ann Lee <ann@pier.example>",
    "Date: 3 May 2026 at 14:05",
    "Subject: Order 7",
    "To: desk@harbour.example",
    "Cc: Ann Lee <ann@pier.example>, desk@harbour.example",
  ]);
});

test.each(languages)("a mail forwarded in %s is read whole by another desk", async (lang) => {
  const head = forwardHeading({ ...mail, lang, zone: "UTC" });
  const lines = [
    "From: boss@pier.example",
    "Subject: Fwd: Order 7",
    "",
    "Please look.",
    "",
    ...head,
    "",
    "Where is it?",
  ];
  const { text } = await parseMail(Buffer.from(lines.join("\r\n")));
  expect(text).toContain("Where is it?");
});
