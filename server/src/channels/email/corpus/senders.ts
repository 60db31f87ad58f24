/** What the receiving server found about a sender, and what a sender claims. */
import type { ParsedMail } from "../parse/parsed-mail.ts";
import { type Headers, type Sample, sample } from "./sample.ts";

const none = { dmarc: "none", spf: "none", dkim: "none" } as const;
const judged = (name: string, headers: Headers, authentication: ParsedMail["authentication"]) =>
  sample(`Authentication: ${name}`, headers, "Where is it?", { text: "Where is it?", authentication });
const received = (by: string) =>
  `from out.mail.example by ${by} with ESMTPS id 1; Mon, 2 Mar 2026 10:20:01 +0000`;

export const senders: Sample[] = [
  judged(
    "all passed",
    {
      "Authentication-Results":
        "mx.desk.example; dkim=pass header.d=mail.example header.s=s1; spf=pass smtp.mailfrom=olena@mail.example; dmarc=pass (p=reject) header.from=mail.example",
    },
    { dmarc: "pass", spf: "pass", dkim: "pass" },
  ),
  judged(
    "DMARC failed",
    {
      "Authentication-Results":
        "mx.desk.example; dkim=none; spf=softfail smtp.mailfrom=x.example; dmarc=fail (p=none dis=none) header.from=mail.example",
    },
    { dmarc: "fail", spf: "fail", dkim: "none" },
  ),
  judged("no header", {}, none),
  judged(
    "a forged one by the sender",
    { "Authentication-Results": "mail.example; dkim=pass; spf=pass; dmarc=pass" },
    none,
  ),
  judged(
    "the server's own above a forged one",
    { "Authentication-Results": ["mx.desk.example; dmarc=fail", "mx.desk.example; dmarc=pass"] },
    { ...none, dmarc: "fail" },
  ),
  judged(
    "one of two signatures passes",
    {
      "Authentication-Results":
        "mx.desk.example; dkim=fail header.d=list.example; dkim=pass header.d=mail.example",
    },
    { ...none, dkim: "pass" },
  ),
  judged(
    "Gmail's form",
    {
      Received: received("mx.google.com"),
      "Authentication-Results":
        'mx.google.com;\r\n       dkim=pass header.i=@mail.example header.s=s1 header.b="abc";\r\n       spf=pass (google.com: domain of olena@mail.example designates 192.0.2.7 as permitted sender) smtp.mailfrom=olena@mail.example;\r\n       dmarc=pass (p=QUARANTINE sp=QUARANTINE dis=NONE) header.from=mail.example',
    },
    { dmarc: "pass", spf: "pass", dkim: "pass" },
  ),
  judged(
    "Exchange Online's form, without a server",
    {
      Received: received("AM0PR01MB1.eurprd01.prod.outlook.com"),
      "Authentication-Results":
        "spf=fail (sender IP is 192.0.2.7) smtp.mailfrom=mail.example; dkim=none (message not signed) header.d=none;dmarc=fail action=quarantine header.from=mail.example;compauth=fail reason=000",
    },
    { dmarc: "fail", spf: "fail", dkim: "none" },
  ),
  judged(
    "another host of the same domain",
    { "Authentication-Results": "auth1.desk.example 1; dmarc=pass" },
    { ...none, dmarc: "pass" },
  ),
  judged(
    "a word in a comment does not count",
    { "Authentication-Results": "mx.desk.example; dmarc=fail (dmarc=pass; said the sender)" },
    { ...none, dmarc: "fail" },
  ),
  judged(
    "without any trace of a server",
    { Received: null, "Authentication-Results": "mx.desk.example; dmarc=pass" },
    none,
  ),
  sample(
    "Several From headers: the first counts",
    { From: ["Olena Koval <olena@mail.example>", "Desk <help@desk.example>"] },
    "x",
    { text: "x", from: { name: "Olena Koval", address: "olena@mail.example" } },
  ),
  sample("A From without an address", { From: "Olena Koval" }, "x", { text: "x", from: null }),
  sample("No From at all", { From: null }, "x", { text: "x", from: null }),
  sample("An address with a line break inside", { From: '"Olena\r\n Koval" <olena@mail.example>' }, "x", {
    text: "x",
    from: { name: "Olena Koval", address: "olena@mail.example" },
  }),
  sample("An address of another alphabet", { From: "Анна <анна@пошта.example>" }, "x", {
    text: "x",
    from: { name: "Анна", address: "анна@пошта.example" },
  }),
  sample("A plus address", { From: "Olena Koval <olena+shop@mail.example>" }, "x", {
    text: "x",
    from: { name: "Olena Koval", address: "olena+shop@mail.example" },
  }),
  sample("A name that turns direction", { From: "=?utf-8?B?4oCuYXZvS+KArA==?= <olena@mail.example>" }, "x", {
    text: "x",
    from: { name: "avoK", address: "olena@mail.example" },
  }),
];
