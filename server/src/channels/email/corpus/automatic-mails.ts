/** Mails that machines wrote, beside similar ones that a person wrote. */
import type { AutomaticKind } from "../parse/parsed-mail.ts";
import { type Headers, html, reply, type Sample, sample } from "./sample.ts";

const away = "I am away until Monday.";
const automatic = (name: string, headers: Headers, kind: AutomaticKind) =>
  sample(name, { Subject: "Automatic reply: Re: Order 1042", ...headers }, away, {
    text: away,
    automatic: kind,
  });
const personal = (name: string, headers: Headers) =>
  sample(name, headers, "Where is it?", { text: "Where is it?" });

export const automaticMails: Sample[] = [
  automatic(
    "Vacation of Gmail",
    { Precedence: "bulk", "X-Autoreply": "yes", "Auto-Submitted": "auto-replied" },
    "replied",
  ),
  automatic(
    "Vacation of Exchange",
    { "X-Auto-Response-Suppress": "DR, OOF, AutoReply", "Auto-Submitted": "auto-generated" },
    "generated",
  ),
  automatic(
    "Vacation of Exchange without Auto-Submitted",
    { "X-Auto-Response-Suppress": "All" },
    "generated",
  ),
  automatic(
    "Vacation of Sieve",
    { "Auto-Submitted": "auto-replied (vacation)", Precedence: "bulk" },
    "replied",
  ),
  automatic("Vacation of cPanel", { "X-Autorespond": "Re: Order 1042", Precedence: "auto_reply" }, "replied"),
  automatic("Vacation of a null sender", { "Return-Path": "<>" }, "generated"),
  automatic(
    "An answer by another desk",
    {
      "Auto-Submitted": "auto-replied",
      "X-Auto-Response-Suppress": "All",
      From: "Other Desk <help@other.example>",
    },
    "replied",
  ),
  automatic(
    "Auto-Submitted with a keyword of its own",
    { "Auto-Submitted": 'auto-notified; owner-email="a@b.example"' },
    "generated",
  ),
  automatic("From no-reply", { From: "Shop <no-reply@shop.example>" }, "generated"),
  automatic("From noreply with a tag", { From: "noreply+7f@shop.example" }, "generated"),
  automatic("From do_not_reply", { From: "do_not_reply@shop.example" }, "generated"),
  automatic("From postmaster", { From: "postmaster@shop.example" }, "generated"),
  automatic("From a bounce address", { From: "bounces+42-help=desk.example@mailer.example" }, "generated"),
  automatic(
    "A newsletter",
    {
      "List-Unsubscribe": "<https://news.example/u>, <mailto:u@news.example>",
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      Precedence: "bulk",
    },
    "list",
  ),
  automatic(
    "A mailing list",
    {
      "List-Id": "Users <users.lists.example>",
      "List-Post": "<mailto:users@lists.example>",
      Precedence: "list",
    },
    "list",
  ),
  automatic("Precedence junk", { Precedence: "junk" }, "bulk"),
  automatic("Header names in capitals", { "AUTO-SUBMITTED": "AUTO-GENERATED" }, "generated"),
  personal("Auto-Submitted: no", { "Auto-Submitted": "no" }),
  personal("Auto-Submitted: no, with a comment", { "Auto-Submitted": "No (a person)" }),
  personal("Precedence of another kind", { Precedence: "first-class" }),
  personal("Suppressing only receipts", { "X-Auto-Response-Suppress": "DR, RN, NRN" }),
  personal("A surname that looks like a machine", { From: "Noreen Reply <noreen.reply@mail.example>" }),
  personal("A subject about automatic replies", { Subject: "Automatic reply is broken" }),
  sample(
    "A person's reply by Exchange, which suppresses nothing",
    { ...reply, "X-MS-Has-Attach": "", "Thread-Index": "AdxyAAA=" },
    "It is 1042.",
    { text: "It is 1042.", ticket: "same" },
  ),
  sample(
    "A newsletter's markup",
    { "List-Unsubscribe": "<https://news.example/u>", Precedence: "bulk", Subject: "Spring" },
    html(
      '<html><head><title>Spring</title><style>@import url(https://news.example/a.css); .x{background:url(https://news.example/b.png)}</style></head><body style="margin:0"><div style="display:none;max-height:0">A word before&nbsp;&zwnj;</div><table width="600" cellpadding="0"><tr><td background="https://news.example/c.png" style="padding:8px;background-image:url(https://news.example/d.png)"><img src="https://news.example/hero.jpg" width="600" alt="Spring"><h1>Spring is here</h1><a href="https://news.example/r?u=1" style="color:#fff;background:#08c">Buy</a></td></tr></table><img src="https://news.example/open?u=1" width="1" height="1"></body></html>',
    ),
    {
      text: "Spring\n\nSpring is here\n\nBuy <https://news.example/r?u=1>",
      automatic: "list",
    },
  ),
];
