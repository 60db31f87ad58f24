/** A receiving server's verdict about a sender, in the servers' own forms, and what a sender claims. */
import type { AuthenticationResult } from "../parse/parsed-mail.ts";
import { olena, type Receiving, rawSample, type Sample, sample } from "./sample.ts";

type Line = [name: string, value: string];

/** A mail whose topmost headers are these, in this order. */
const judged = (
  name: string,
  receiving: Receiving,
  lines: Line[],
  authentication: AuthenticationResult,
): Sample => {
  const own: Line[] = [
    ["From", `${olena.name} <${olena.address}>`],
    ["To", "Desk Help <help@desk.example>"],
    ["Subject", "Order 1042"],
    ["Date", "Mon, 2 Mar 2026 11:20:00 +0100"],
    ["Message-ID", `<${name.length}.${lines.length}@mail.example>`],
  ];
  const header = [...lines, ...own].map((line) => line.join(": ")).join("\n");
  const expected = { text: "Where is it?", authentication };
  return { ...rawSample(`Authentication: ${name}`, `${header}\n\nWhere is it?`, expected), receiving };
};

const on = "Mon, 2 Mar 2026 10:20:01 +0000";
const results = (value: string): Line => ["Authentication-Results", value];
/** The header of the sender's own server. */
const sent: Line = ["Received", `from [10.0.0.4] by out.mail.example with ESMTPSA id 77; ${on}`];

const gmail: Receiving = { imap: "imap.gmail.com" };
const dkim = "dkim=pass header.i=@mail.example header.s=s1 header.b=Ab3dEf9h;";
const spf = "spf=pass (google.com: domain of olena@mail.example designates 192.0.2.7 as permitted sender)";
/** Google writes its verdict below the line of the server that received the mail, and passes the mail on internally. */
const atGmail = (verdict: string): Line[] => [
  ["Delivered-To", "help@desk.example"],
  ["Received", `by 2002:a05:6512:3c9e:b0:5a1:77d2:1f0c with SMTP id h30csp1; ${on}`],
  ["X-Received", `by 2002:a17:906:f851:b0:a3e:1 with SMTP id x17mr1; ${on}`],
  ["ARC-Seal", "i=1; a=rsa-sha256; t=1772446801; cv=none; d=google.com; s=arc-20240605; b=AAAA"],
  ["ARC-Authentication-Results", `i=1; mx.google.com;\n       ${dkim}\n       ${verdict}`],
  ["Return-Path", "<olena@mail.example>"],
  [
    "Received",
    `from out.mail.example (out.mail.example. [192.0.2.7])\n        by mx.google.com with ESMTPS id a1si2\n        for <help@desk.example>\n        (version=TLS1_3 cipher=TLS_AES_256_GCM_SHA384 bits=256/256);\n        ${on}`,
  ],
  ["Received-SPF", "pass (google.com: domain of olena@mail.example designates 192.0.2.7)"],
  results(
    `mx.google.com;\n       ${dkim}\n       ${spf} smtp.mailfrom=olena@mail.example;\n       ${verdict}`,
  ),
];

const fastmail: Receiving = { imap: "imap.fastmail.com" };
const phl = "phl-mx-05.messagingengine.com";
const store: Line[] = [
  ["Return-Path", "<olena@mail.example>"],
  [
    "Received",
    `from phl-compute-03.internal (phl-compute-03.internal [10.202.2.43])\n\t by sloti22d1t12 (Cyrus 3.13.0-alpha0) with LMTPA; ${on}`,
  ],
  ["X-Resolved-to", "help@desk.example"],
  ["Received", `from phl-mx-05 ([10.202.2.204])\n  by phl-compute-03.internal (LMTPProxy); ${on}`],
];
const taken: Line = [
  "Received",
  `from out.mail.example (out.mail.example [192.0.2.7])\n\tby ${phl} (Postfix) with ESMTPS id 281071EA00F1\n\tfor <help@desk.example>; ${on}`,
];
const found = (verdict: string): Line[] => [
  results(`${phl};\n    x-csa=none;\n    x-ptr=pass smtp.helo=out.mail.example`),
  results(`${phl};\n    bimi=skipped (DMARC did not pass)`),
  results(
    `${phl};\n    dkim=none (no signatures found);\n    ${verdict} policy.published-domain-policy=none\n      (p=none,sp=none,d=none) policy.policy-from=p header.from=mail.example;\n    iprev=pass smtp.remote-ip=192.0.2.7 (out.mail.example);\n    spf=none smtp.mailfrom=olena@mail.example`,
  ),
];
/** A filter that passes mail on writes above the line of the server in front of it. */
const atFastmail = (verdict: string): Line[] => [
  ...store,
  [
    "Received",
    `from ${phl} (localhost [127.0.0.1])\n\tby mailmx.phl.internal (Postfix) with ESMTP id A7; ${on}`,
  ],
  [
    "Received",
    `from mailmx.phl.internal (localhost [127.0.0.1])\n    by ${phl} (Authentication Milter) with ESMTP\n    id 35; ${on}`,
  ],
  ...found(verdict),
  taken,
];

const exchange: Receiving = { imap: "outlook.office365.com", provider: "microsoft" };
const atExchange = (verdict: string): Line[] => [
  [
    "Received",
    `from AM0PR01MB1.eurprd01.prod.outlook.com (2603:10a6:208:1::1)\n by VI1PR01MB2.eurprd01.prod.outlook.com with HTTPS; ${on}`,
  ],
  [
    "Received",
    `from AM7EUR03FT040.eop-EUR03.prod.protection.outlook.com\n (2603:10a6:20b:1::2) by AM0PR01MB1.outlook.office365.com\n with Microsoft SMTP Server (version=TLS1_3) id 15.20; ${on}`,
  ],
  results(
    `spf=fail (sender IP is 192.0.2.7)\n smtp.mailfrom=mail.example; dkim=none (message not signed)\n header.d=none;${verdict}`,
  ),
  ["Received-SPF", "Fail (protection.outlook.com: domain of mail.example does not designate 192.0.2.7)"],
  [
    "Received",
    `from out.mail.example (192.0.2.7) by\n AM7EUR03FT040.mail.protection.outlook.com (10.152.17.1) with Microsoft SMTP\n Server id 15.20; ${on}`,
  ],
];

const yahoo: Receiving = { imap: "imap.mail.yahoo.com" };
const atlas = "atlas-production.v2-mail-prod1-gq1.omega.yahoo.com";
const atYahoo = (verdict: string): Line[] => [
  ["Received", `from 127.0.0.1\n by ${atlas} pod-id ${atlas} with HTTP; ${on}`],
  ["X-Originating-Ip", "[192.0.2.7]"],
  ["Received-SPF", "none (domain of mail.example does not designate permitted sender hosts)"],
  results(
    `${atlas};\n dkim=unknown;\n spf=none smtp.mailfrom=mail.example;\n ${verdict} header.from=mail.example;`,
  ),
  ["X-Apparently-To", `help@desk.example; ${on}`],
  ["Received", `from 192.0.2.7 (EHLO out.mail.example)\n by 10.197.32.1 with SMTPs; ${on}`],
];

const zoho: Receiving = { imap: "imappro.zoho.eu" };
const atZoho = (verdict: string): Line[] => [
  ["Delivered-To", "help@desk.example"],
  ["Received-SPF", "pass (zohomail.eu: domain of mail.example designates 192.0.2.7 as permitted sender)"],
  results(
    `mx.zohomail.eu;\n\tdkim=pass;\n\tspf=pass (zohomail.eu: domain of mail.example designates 192.0.2.7 as permitted sender)  smtp.mailfrom=olena@mail.example;\n\t${verdict} header.from=<olena@mail.example>`,
  ),
  [
    "Received",
    `from out.mail.example (out.mail.example [192.0.2.7]) by mx.zohomail.eu\n\twith SMTPS id 17; ${on}`,
  ],
];

const icloud: Receiving = { imap: "imap.mail.me.com" };
const atIcloud = (verdict: string): Line[] => [
  [
    "Received",
    `from out.mail.example (out.mail.example [192.0.2.7])\n\tby p00-mx1.icloud.com with ESMTPS id 5; ${on}`,
  ],
  results('bimi.icloud.com; bimi=skipped reason="insufficient dmarc"'),
  results(`dmarc.icloud.com; ${verdict} header.from=mail.example`),
  results(
    "dkim-verifier.icloud.com;\n\tdkim=pass (2048-bit key) header.d=mail.example header.i=@mail.example",
  ),
  results(
    "spf.icloud.com; spf=pass (spf.icloud.com: domain of olena@mail.example) smtp.mailfrom=olena@mail.example",
  ),
];

const own: Receiving = { imap: "imap.desk.example" };
const postfix = (by = "mx.desk.example"): Line => [
  "Received",
  `from out.mail.example (out.mail.example [192.0.2.7])\n\tby ${by} (Postfix) with ESMTPS id 5166C20E00C1\n\tfor <help@desk.example>; ${on}`,
];
const lmtp: Line[] = [
  ["Return-Path", "<olena@mail.example>"],
  ["Delivered-To", "help@desk.example"],
  ["Received", `from mx.desk.example ([10.0.0.2])\n\tby store.desk.example with LMTP\n\tid sL2+Kg; ${on}`],
];
/** rspamd writes below the line of the Postfix that asks it, where the sender's own headers begin. */
const rspamd = (verdict: string): Line =>
  results(
    `mx.desk.example;\n\tdkim=none;\n\t${verdict} (policy=none) header.from=mail.example;\n\tspf=softfail (mx.desk.example: 192.0.2.7 is neither permitted nor denied by domain of olena@mail.example) smtp.mailfrom=olena@mail.example`,
  );
const pass = results("mx.desk.example; dmarc=pass header.from=mail.example");

export const senders: Sample[] = [
  judged(
    "Gmail, a pass",
    gmail,
    [...atGmail("dmarc=pass (p=QUARANTINE dis=NONE) header.from=mail.example"), sent],
    "pass",
  ),
  judged(
    "Gmail, a fail",
    gmail,
    [...atGmail("dmarc=fail (p=NONE sp=NONE dis=NONE) header.from=mail.example"), sent],
    "fail",
  ),
  judged(
    "Gmail, by OAuth",
    { imap: "127.0.0.1", provider: "google" },
    atGmail("dmarc=fail header.from=mail.example"),
    "fail",
  ),
  judged(
    "Gmail, a fail above the sender's pass",
    gmail,
    [...atGmail("dmarc=fail (p=NONE) header.from=mail.example"), results("mx.google.com; dmarc=pass"), sent],
    "fail",
  ),
  judged(
    "Gmail, a domain without a policy and the sender's pass directly below",
    gmail,
    [...atGmail("arc=none"), results("mx.google.com; dmarc=pass header.from=mail.example"), sent],
    "none",
  ),
  judged(
    "Gmail, a pass of another server on the way",
    gmail,
    [...atGmail("arc=none"), sent, results("mx.google.com; dmarc=pass")],
    "none",
  ),
  judged("Fastmail, a pass", fastmail, [...atFastmail("dmarc=pass"), sent], "pass"),
  judged("Fastmail, a fail", fastmail, [...atFastmail("dmarc=fail"), sent], "fail"),
  judged(
    "Fastmail, below the line of its Postfix",
    fastmail,
    [...store, taken, ...found("dmarc=fail"), sent],
    "fail",
  ),
  judged(
    "Fastmail, no policy and the sender's pass directly below",
    fastmail,
    [...store, taken, ...found("dmarc=none"), results(`${phl}; dmarc=pass`), sent],
    "none",
  ),
  judged(
    "Fastmail, a name that only ends like its own",
    fastmail,
    [...store, taken, results("evilmessagingengine.com; dmarc=pass")],
    "none",
  ),
  judged(
    "Exchange Online, a pass",
    exchange,
    [...atExchange("dmarc=pass action=none header.from=mail.example;compauth=pass reason=100"), sent],
    "pass",
  ),
  judged(
    "Exchange Online, a domain without a policy that is right",
    exchange,
    [
      ...atExchange("dmarc=bestguesspass action=none header.from=mail.example;compauth=pass reason=109"),
      sent,
    ],
    "pass",
  ),
  judged(
    "Exchange Online, a fail",
    exchange,
    [...atExchange("dmarc=fail action=quarantine header.from=mail.example;compauth=fail reason=000"), sent],
    "fail",
  ),
  judged(
    "Exchange Online, a fail by its own judgement",
    exchange,
    [...atExchange("dmarc=none action=none header.from=mail.example;compauth=fail reason=001"), sent],
    "fail",
  ),
  judged(
    "Exchange Online, the sender's pass below",
    exchange,
    [...atExchange("dmarc=fail action=none header.from=mail.example"), results("dmarc=pass"), sent],
    "fail",
  ),
  judged(
    "a header without a name elsewhere",
    own,
    [postfix(), results("dmarc=pass header.from=mail.example")],
    "none",
  ),
  judged("Yahoo, a pass", yahoo, [...atYahoo("dmarc=pass(p=NONE)"), sent], "pass"),
  judged("Yahoo, a fail", yahoo, [...atYahoo("dmarc=fail(p=NONE)"), sent], "fail"),
  judged(
    "Yahoo, it does not know",
    yahoo,
    [...atYahoo("dmarc=unknown"), results(`${atlas}; dmarc=pass`)],
    "none",
  ),
  judged("Zoho, a pass", zoho, [...atZoho("dmarc=pass(p=reject dis=none)"), sent], "pass"),
  judged("Zoho, a fail", zoho, [...atZoho("dmarc=fail(p=none dis=none)"), sent], "fail"),
  judged("iCloud, a pass", icloud, [...atIcloud("dmarc=pass"), sent], "pass"),
  judged("iCloud, a fail", icloud, [...atIcloud("dmarc=fail"), sent], "fail"),
  judged("Dovecot by LMTP, above the line of Exim", own, [...lmtp, pass, postfix(), sent], "pass"),
  judged("Dovecot by LMTP, a fail of rspamd", own, [...lmtp, postfix(), rspamd("dmarc=fail"), sent], "fail"),
  judged("Postfix and rspamd, a fail", own, [postfix(), rspamd("dmarc=fail"), sent], "fail"),
  judged(
    "Postfix and rspamd, a pass where the sender could write it",
    own,
    [postfix(), rspamd("dmarc=pass"), sent],
    "none",
  ),
  judged(
    "Postfix and rspamd, a pass under the name that the administrator gave",
    { ...own, authservId: "mx.desk.example" },
    [postfix(), rspamd("dmarc=pass"), sent],
    "pass",
  ),
  judged(
    "two filters of a named server",
    { ...own, authservId: "mx.desk.example" },
    [postfix(), results("mx.desk.example; spf=pass smtp.mailfrom=olena@mail.example"), pass, sent],
    "pass",
  ),
  judged("a host that judges nobody, and a pass by the sender", own, [postfix(), pass], "none"),
  judged(
    "a host that judges nobody, and the sender's own line of that host",
    own,
    [postfix(), pass, postfix(), sent],
    "none",
  ),
  judged("a line of the sender that claims to be LMTP", own, [postfix(), pass, ...lmtp, postfix()], "none"),
  judged("without any trace of a server", own, [pass], "none"),
  judged("by webhook, a pass", { imap: null }, [pass, postfix(), sent], "none"),
  judged(
    "by webhook, a pass under the name that the administrator gave",
    { imap: null, authservId: "mx.desk.example" },
    [postfix(), pass, sent],
    "pass",
  ),
  judged("by webhook, a fail", { imap: null }, [postfix(), rspamd("dmarc=fail"), sent], "fail"),
  judged(
    "a fail of a mailing list's server",
    own,
    [
      postfix(),
      ["Received", `from x by lists.other.example; ${on}`],
      results("lists.other.example; dmarc=fail"),
    ],
    "none",
  ),
  judged("no header", own, [postfix(), sent], "none"),
  judged(
    "a version and spaces",
    own,
    [...lmtp, results("MX.desk.example 1;\n dmarc/1 = PASS header.from=mail.example"), postfix()],
    "pass",
  ),
  judged(
    "about another domain",
    own,
    [...lmtp, results("mx.desk.example; dmarc=pass header.from=evil.example"), postfix()],
    "none",
  ),
  judged(
    "a policy that cannot be read",
    own,
    [...lmtp, results("mx.desk.example; dmarc=permerror"), postfix()],
    "none",
  ),
  judged(
    "a word in a comment",
    own,
    [...lmtp, results("mx.desk.example; dmarc=fail (a (b) ; dmarc=pass; said the sender)"), postfix()],
    "fail",
  ),
  judged(
    "a word in the sender's own address",
    own,
    [
      ...lmtp,
      results('mx.desk.example; spf=pass smtp.mailfrom="a; dmarc=pass \\" b"@evil.example'),
      postfix(),
    ],
    "none",
  ),
  judged(
    "a second result",
    own,
    [
      ...lmtp,
      results("mx.desk.example; dmarc=none; spf=pass smtp.mailfrom=a;dmarc=pass@evil.example"),
      postfix(),
    ],
    "none",
  ),
  sample(
    "Several From headers: the first counts",
    { From: ["Olena Koval <olena@mail.example>", "Desk <help@desk.example>"] },
    "x",
    { text: "x", from: { name: "Olena Koval", address: "olena@mail.example" } },
  ),
  sample("A comment within the address", { From: "ann(private)@x.example" }, "x", {
    text: "x",
    from: { name: "private", address: "ann@x.example" },
  }),
  sample("Spaces around the dots of an address", { From: "Ann <ann . lee @ x . example>" }, "x", {
    text: "x",
    from: { name: "Ann", address: "ann.lee@x.example" },
  }),
  sample("Spaces before the colon of a header", { From: null, "From   ": "Ann <ann@x.example>" }, "x", {
    text: "x",
    from: { name: "Ann", address: "ann@x.example" },
  }),
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
