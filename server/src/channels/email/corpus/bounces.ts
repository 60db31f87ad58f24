/** Bounces for mails of the desk that did not arrive. */
import { type Expected, type Headers, multipart, type Part, type Sample, sample, text } from "./sample.ts";

const sent = "<77@desk.example>";
const returnedHeader = `From: Desk Help <help@desk.example>\r\nTo: Ann Lee <ann@nowhere.example>\r\nSubject: Re: Order 1042\r\nMessage-ID: ${sent}\r\n`;
const daemon: Headers = {
  From: "Mail Delivery System <MAILER-DAEMON@mx.desk.example>",
  "Return-Path": "<>",
  Subject: "Undelivered Mail Returned to Sender",
  "Auto-Submitted": "auto-replied",
};

const report = (words: string, blocks: string[][], returned: Part | null): Part =>
  multipart(
    "report",
    [
      text(words),
      {
        type: "message/delivery-status",
        content: blocks.map((lines) => `${lines.join("\r\n")}\r\n`).join("\r\n"),
      },
      ...(returned ? [returned] : []),
    ],
    "; report-type=delivery-status",
  );
const wholeMail: Part = { type: "message/rfc822", content: `${returnedHeader}\r\nHello Ann.\r\n` };
const headerOnly: Part = { type: "text/rfc822-headers", content: returnedHeader };
const reporter = ["Reporting-MTA: dns; mx.desk.example", "Arrival-Date: Mon, 2 Mar 2026 10:15:00 +0000"];
const failed = { address: "ann@nowhere.example", action: "failed" };

const reported = (
  name: string,
  headers: Headers,
  body: Part,
  expected: Partial<Expected> & Pick<Expected, "text" | "bounce">,
) =>
  sample(name, { ...daemon, ...headers }, body, {
    automatic: "report",
    files: ["delivery-status.txt message/delivery-status", "Re: Order 1042.eml message/rfc822"],
    ...expected,
    ticket: "none",
  });

const automaticMail = (
  name: string,
  headers: Headers,
  words: string,
  bounce: Expected["bounce"],
  body: string,
  rest?: string[],
) =>
  sample(name, { ...daemon, "Auto-Submitted": null, ...headers }, text(words), {
    text: body,
    ...(rest ? { rest } : {}),
    automatic: "generated",
    ...(bounce ? { bounce } : {}),
    ticket: "none",
  });

const qmail = `Hi. This is the qmail-send program at mx.nowhere.example.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<ann@nowhere.example>:
192.0.2.9 does not like recipient.
Remote host said: 550 5.1.1 User unknown
Giving up on 192.0.2.9.

--- Below this line is a copy of the message.

Return-Path: <help@desk.example>
From: Desk Help <help@desk.example>
To: Ann Lee <ann@nowhere.example>
Subject: Re: Order 1042
Message-ID: ${sent}

Hello Ann.`;

const exim = `This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  ann@nowhere.example
    host mx.nowhere.example [192.0.2.9]
    SMTP error from remote mail server after RCPT TO:<ann@nowhere.example>:
    550 5.1.1 <ann@nowhere.example>: Recipient address rejected

------ This is a copy of the message, including all the headers. ------

From: Desk Help <help@desk.example>
To: Ann Lee <ann@nowhere.example>
Message-ID: ${sent}
`;

const exchange = `Delivery has failed to these recipients or groups:

ann@nowhere.example<mailto:ann@nowhere.example>
The e-mail address you entered couldn't be found. Please check the recipient's e-mail address and try to resend the message.

Diagnostic information for administrators:

Generating server: mail.nowhere.example

ann@nowhere.example
#550 5.1.1 RESOLVER.ADR.RecipNotFound; not found ##

Original message headers:

Message-ID: ${sent}
To: <ann@nowhere.example>
`;

const yahoo = `Sorry, we were unable to deliver your message to the following address.

<ann@nowhere.example>:
554: delivery error: dd Sorry, your message to ann@nowhere.example cannot be delivered. This mailbox is disabled (554.30).

--- Below this line is a copy of the message.

Received: from 10.0.0.1 by mx.desk.example; Mon, 2 Mar 2026 10:15:00 +0000
To: Ann Lee <ann@nowhere.example>
Message-ID: ${sent}

Hello Ann.`;

const zoho = `This message was created automatically by mail delivery software.
 A message that you sent could not be delivered to one or more of its recipients. This is a permanent error.

ann@nowhere.example Error, ERROR_CODE :550, ERROR_CODE :5.1.1 The email account that you tried to reach does not exist

Received:from mx.desk.example by mx.zoho.example
Message-ID:${sent}
To:"Ann Lee" <ann@nowhere.example>
Subject:Re: Order 1042
`;

const opensmtpd = `Hi!

This is the MAILER-DAEMON, please DO NOT REPLY to this email.

An error has occurred while attempting to deliver a message for
the following list of recipients:

ann@nowhere.example: 550 5.1.1 <ann@nowhere.example>: Recipient address rejected

Below is a copy of the original message:
`;

const exchange2003 = `Your message

  To:      ann@nowhere.example
  Subject: Re: Order 1042
  Sent:    Mon, 2 Mar 2026 10:15:00 +0000

did not reach the following recipient(s):

ann@nowhere.example on Mon, 2 Mar 2026 10:15:02 +0000
    The e-mail account does not exist at the organization this message was sent to.
    <mx.nowhere.example #5.1.1>
`;

const dragonfly = `This is the DragonFly Mail Agent v0.13 at web.desk.example.

There was an error delivering your mail to <ann@nowhere.example>.

mx.nowhere.example [192.0.2.9] did not like our RCPT TO:
550 5.1.1 <ann@nowhere.example>: Recipient address rejected

Message headers follow.

Received: from www (uid 33) by web.desk.example
To: Ann Lee <ann@nowhere.example>
Message-ID: ${sent}
`;

const workspace = `Hello help@desk.example,

We're writing to let you know that the group you tried to contact (ann@nowhere.example) may not exist, or you may not have permission to post messages to the group.

----- Original message -----

To: Ann Lee <ann@nowhere.example>
Message-ID: ${sent}
`;

const notes = `Your message

  Subject: Re: Order 1042

was not delivered to:

  ann@nowhere.example

because:

  User ann (ann@nowhere.example) not listed in Domino Directory
`;

export const bounces: Sample[] = [
  automaticMail(
    "Bounce of Yahoo",
    { From: "MAILER-DAEMON@yahoo.example", Subject: "Failure Notice" },
    yahoo,
    {
      recipients: [
        {
          ...failed,
          diagnostic:
            "554: delivery error: dd Sorry, your message to ann@nowhere.example cannot be delivered. This mailbox is disabled (554.30).",
        },
      ],
      originalMessageId: sent,
      sentTo: "ann@nowhere.example",
    },
    yahoo.trim(),
  ),
  sample(
    "Bounce of Zoho",
    {
      ...daemon,
      "Auto-Submitted": null,
      From: "mailer-daemon@mail.zoho.example",
      Subject: "Undelivered Mail Returned to Sender",
    },
    multipart("mixed", [text(zoho)]),
    {
      text: zoho.trim(),
      automatic: "generated",
      bounce: {
        recipients: [{ ...failed, status: "5.1.1" }],
        originalMessageId: sent,
        sentTo: "ann@nowhere.example",
      },
      ticket: "none",
    },
  ),
  reported(
    "Bounce of Mimecast",
    { "In-Reply-To": sent, From: "postmaster@eu-smtp-delivery.mimecast.example" },
    report(
      "The following message could not be delivered.",
      [
        ["Reporting-MTA : dns; eu-smtp-1.mimecast.example"],
        [
          "Action : failed",
          "Final-Recipient : rfc822;ann@nowhere.example",
          "Diagnostic-Code : smtp;550 5.1.1 User unknown",
          "Status : 5.1.1",
        ],
      ],
      null,
    ),
    {
      text: "The following message could not be delivered.",
      files: ["delivery-status.txt message/delivery-status"],
      bounce: {
        recipients: [{ ...failed, status: "5.1.1", diagnostic: "550 5.1.1 User unknown" }],
        originalMessageId: sent,
      },
    },
  ),
  sample(
    "Bounce of OpenSMTPD",
    {
      ...daemon,
      "Auto-Submitted": null,
      From: "Mailer Daemon <MAILER-DAEMON@mx.desk.example>",
      Subject: "Delivery status notification: error",
    },
    multipart("mixed", [text(opensmtpd), headerOnly]),
    {
      text: opensmtpd.trim(),
      files: ["headers.txt text/rfc822-headers"],
      automatic: "generated",
      bounce: {
        recipients: [{ ...failed, status: "5.1.1" }],
        originalMessageId: sent,
        sentTo: "ann@nowhere.example",
      },
      ticket: "none",
    },
  ),
  sample(
    "Bounce of Exchange 2003",
    {
      ...daemon,
      "Auto-Submitted": null,
      From: "System Administrator <postmaster@nowhere.example>",
      Subject: "Undeliverable: Re: Order 1042",
    },
    multipart("mixed", [text(exchange2003), wholeMail]),
    {
      text: exchange2003.trim(),
      files: ["Re: Order 1042.eml message/rfc822"],
      automatic: "generated",
      bounce: { recipients: [{ ...failed, status: "5.1.1", diagnostic: "#5.1.1" }], originalMessageId: sent },
      ticket: "none",
    },
  ),
  automaticMail(
    "Bounce of DragonFly's mailer",
    { From: "MAILER-DAEMON <>", "Return-Path": null, Subject: "Mail delivery failed" },
    dragonfly,
    { recipients: [{ ...failed, status: "5.1.1" }], originalMessageId: sent, sentTo: "ann@nowhere.example" },
    dragonfly.trim(),
  ),
  automaticMail(
    "Bounce of a group at Google",
    {
      From: "Mail Delivery Subsystem <mailer-daemon@googlemail.example>",
      "X-Failed-Recipients": "ann@nowhere.example",
      Subject: "Delivery Status Notification (Failure)",
    },
    workspace,
    { recipients: [failed], originalMessageId: sent, sentTo: "ann@nowhere.example" },
    (workspace.split("\n-----")[0] ?? "").trim(),
    ["Message-ID"],
  ),
  automaticMail(
    "Bounce of Notes",
    { From: "postmaster@nowhere.example", "In-Reply-To": sent, Subject: "DELIVERY FAILURE" },
    notes,
    { recipients: [failed], originalMessageId: sent },
    notes.trim(),
  ),
  reported(
    "Bounce of Postfix",
    {},
    report(
      "This is the mail system at host mx.desk.example.\n\nI'm sorry to have to inform you that your message could not be delivered.",
      [
        reporter,
        [
          "Final-Recipient: rfc822; ann@nowhere.example",
          "Original-Recipient: rfc822;ann@nowhere.example",
          "Action: failed",
          "Status: 5.1.1",
          "Remote-MTA: dns; mx.nowhere.example",
          "Diagnostic-Code: smtp; 550 5.1.1 <ann@nowhere.example>: Recipient address",
          "    rejected: User unknown",
        ],
      ],
      wholeMail,
    ),
    {
      text: "This is the mail system at host mx.desk.example.\n\nI'm sorry to have to inform you that your message could not be delivered.",
      bounce: {
        recipients: [
          {
            ...failed,
            status: "5.1.1",
            diagnostic: "550 5.1.1 <ann@nowhere.example>: Recipient address rejected: User unknown",
          },
        ],
        originalMessageId: sent,
        sentTo: "ann@nowhere.example",
      },
    },
  ),
  reported(
    "Bounce of Gmail",
    {
      From: "Mail Delivery Subsystem <mailer-daemon@googlemail.example>",
      Subject: "Delivery Status Notification (Failure)",
      "X-Failed-Recipients": "ann@nowhere.example",
    },
    report(
      "** Address not found **\n\nYour message wasn't delivered to ann@nowhere.example because the address couldn't be found.",
      [
        ["Reporting-MTA: dns; googlemail.example"],
        [
          "Final-Recipient: rfc822; ann@nowhere.example",
          "Action: failed",
          "Status: 5.1.1",
          "Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist.",
        ],
      ],
      wholeMail,
    ),
    {
      text: "** Address not found **\n\nYour message wasn't delivered to ann@nowhere.example because the address couldn't be found.",
      bounce: { recipients: [{ ...failed, status: "5.1.1" }], originalMessageId: sent },
    },
  ),
  reported(
    "Bounce of Exchange Online",
    { From: "postmaster@nowhere.example", Subject: "Undeliverable: Re: Order 1042" },
    report(
      "Your message to ann@nowhere.example couldn't be delivered.",
      [
        ["Reporting-MTA: dns;AM0PR01.prod.outlook.example", "Received-From-MTA: dns;mx.desk.example"],
        [
          "Final-Recipient: rfc822;ann@nowhere.example",
          "Action: failed",
          "Status: 5.7.1",
          "Diagnostic-Code: smtp;550 5.7.1 TRANSPORT.RULES.RejectMessage; the message was rejected by organization policy",
        ],
      ],
      wholeMail,
    ),
    {
      text: "Your message to ann@nowhere.example couldn't be delivered.",
      bounce: {
        recipients: [
          {
            ...failed,
            status: "5.7.1",
            diagnostic:
              "550 5.7.1 TRANSPORT.RULES.RejectMessage; the message was rejected by organization policy",
          },
        ],
        originalMessageId: sent,
      },
    },
  ),
  reported(
    "Bounce with the header alone",
    {},
    report(
      "Could not be delivered.",
      [
        reporter,
        [
          "Final-Recipient: rfc822; ann@nowhere.example",
          "Action: failed",
          "Status: 5.2.2",
          "Diagnostic-Code: smtp; 552 5.2.2 Mailbox full",
        ],
      ],
      headerOnly,
    ),
    {
      text: "Could not be delivered.",
      files: ["delivery-status.txt message/delivery-status", "headers.txt text/rfc822-headers"],
      bounce: {
        recipients: [{ ...failed, status: "5.2.2", diagnostic: "552 5.2.2 Mailbox full" }],
        originalMessageId: sent,
        sentTo: "ann@nowhere.example",
      },
    },
  ),
  reported(
    "Bounce without the returned mail",
    {},
    report(
      "Could not be delivered.",
      [reporter, ["Final-Recipient: rfc822; ann@nowhere.example", "Action: failed", "Status: 5.4.4"]],
      null,
    ),
    {
      text: "Could not be delivered.",
      files: ["delivery-status.txt message/delivery-status"],
      bounce: { recipients: [{ ...failed, status: "5.4.4", diagnostic: "" }], originalMessageId: null },
    },
  ),
  reported(
    "Bounce for one of three recipients",
    {},
    report(
      "One could not be reached.",
      [
        reporter,
        ["Final-Recipient: rfc822; ann@nowhere.example", "Action: failed", "Status: 5.1.1"],
        ["Final-Recipient: rfc822; bo@b.example", "Action: delivered", "Status: 2.0.0"],
        ["Final-Recipient: rfc822; cy@c.example", "Action: relayed", "Status: 2.0.0"],
      ],
      wholeMail,
    ),
    {
      text: "One could not be reached.",
      bounce: {
        recipients: [
          { ...failed, status: "5.1.1" },
          { address: "bo@b.example", action: "delivered" },
          { address: "cy@c.example", action: "relayed" },
        ],
        originalMessageId: sent,
      },
    },
  ),
  reported(
    "A delay is not the end",
    { Subject: "Delayed Mail (still being retried)" },
    report(
      "Your message has not been delivered yet.",
      [
        reporter,
        [
          "Final-Recipient: rfc822; ann@nowhere.example",
          "Action: delayed",
          "Status: 4.4.1",
          "Diagnostic-Code: smtp; 451 4.4.1 Connection timed out",
          "Will-Retry-Until: Sat, 7 Mar 2026 10:15:00 +0000",
        ],
      ],
      wholeMail,
    ),
    {
      text: "Your message has not been delivered yet.",
      bounce: { recipients: [{ ...failed, action: "delayed", status: "4.4.1" }], originalMessageId: sent },
    },
  ),
  reported(
    "Bounce for an address in other letters",
    {},
    multipart(
      "report",
      [
        text("Could not be delivered."),
        {
          type: "message/global-delivery-status",
          content:
            "Reporting-MTA: dns; mx.desk.example\r\n\r\nFinal-Recipient: utf-8; анна@нет.example\r\nAction: failed\r\nStatus: 5.1.1\r\n",
          encoding: "8bit",
        },
      ],
      "; report-type=delivery-status",
    ),
    {
      text: "Could not be delivered.",
      files: ["file message/global-delivery-status"],
      bounce: { recipients: [{ address: "анна@нет.example", action: "failed", status: "5.1.1" }] },
    },
  ),
  reported(
    "Bounce in Russian",
    { Subject: "Недоставленное сообщение" },
    report(
      "Сообщение не доставлено.",
      [
        reporter,
        [
          "Final-Recipient: rfc822; ann@nowhere.example",
          "Action: failed",
          "Status: 5.1.1",
          "Diagnostic-Code: smtp; 550 =?utf-8?B?0J3QtdGCINGC0LDQutC+0LPQviDQv9C+0LvRjNC30L7QstCw0YLQtdC70Y8=?=",
        ],
      ],
      wholeMail,
    ),
    {
      text: "Сообщение не доставлено.",
      bounce: {
        recipients: [{ ...failed, status: "5.1.1", diagnostic: "550 Нет такого пользователя" }],
        originalMessageId: sent,
      },
    },
  ),
  reported("A report that names no address", {}, report("Something failed.", [reporter], wholeMail), {
    text: "Something failed.",
    bounce: undefined,
  }),
  automaticMail(
    "Bounce of qmail",
    { From: "MAILER-DAEMON@mx.nowhere.example", Subject: "failure notice" },
    qmail,
    {
      recipients: [{ ...failed, status: "5.1.1", diagnostic: "550 5.1.1 User unknown" }],
      originalMessageId: sent,
      sentTo: "ann@nowhere.example",
    },
    (qmail.split("\nFrom:")[0] ?? "").trim(),
    ["Hello Ann."],
  ),
  automaticMail(
    "Bounce of Exim",
    {
      From: "Mail Delivery System <Mailer-Daemon@mx.desk.example>",
      "X-Failed-Recipients": "ann@nowhere.example",
      Subject: "Mail delivery failed: returning message to sender",
    },
    exim,
    {
      recipients: [
        {
          ...failed,
          status: "5.1.1",
          diagnostic: "550 5.1.1 <ann@nowhere.example>: Recipient address rejected",
        },
      ],
      originalMessageId: sent,
    },
    exim.trim(),
  ),
  automaticMail(
    "Bounce of Exchange in words",
    {
      From: "MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@nowhere.example",
      Subject: "Undeliverable: Re: Order 1042",
    },
    exchange,
    { recipients: [{ ...failed, status: "5.1.1" }], originalMessageId: sent },
    exchange.trim(),
  ),
  automaticMail(
    "Bounce in German words",
    { From: "postmaster@nowhere.example", Subject: "Unzustellbar" },
    `Ihre Nachricht wurde nicht zugestellt.\n\nann@nowhere.example\n554 5.7.1 Relay access denied\n`,
    { recipients: [{ ...failed, status: "5.7.1", diagnostic: "554 5.7.1 Relay access denied" }] },
    "Ihre Nachricht wurde nicht zugestellt.\n\nann@nowhere.example\n554 5.7.1 Relay access denied",
  ),
  automaticMail(
    "A daemon that tells of no failure",
    { Subject: "Quota" },
    "Your mailbox is 90 % full.\nSee status@desk.example for details.",
    undefined,
    "Your mailbox is 90 % full.\nSee status@desk.example for details.",
  ),
  sample(
    "A person who quotes a bounce",
    { Subject: "What is this?" },
    text("I got this:\n\n<ann@nowhere.example>:\n550 5.1.1 User unknown\n"),
    { text: "I got this:\n\n<ann@nowhere.example>:\n550 5.1.1 User unknown" },
  ),
  sample(
    "A note that a mail was read",
    { From: "Ann Lee <ann@nowhere.example>", Subject: "Read: Re: Order 1042", "Return-Path": "<>" },
    multipart(
      "report",
      [
        text("Your message was read."),
        {
          type: "message/disposition-notification",
          content: `Final-Recipient: rfc822; ann@nowhere.example\r\nOriginal-Message-ID: ${sent}\r\nDisposition: manual-action/MDN-sent-manually; displayed\r\n`,
        },
      ],
      "; report-type=disposition-notification",
    ),
    {
      text: "Your message was read.",
      files: ["read-receipt.txt message/disposition-notification"],
      automatic: "report",
      ticket: "none",
    },
  ),
  sample(
    "A complaint of a provider",
    { From: "feedback@isp.example", Subject: "Abuse report" },
    multipart(
      "report",
      [
        text("This is an abuse report."),
        { type: "message/feedback-report", content: "Feedback-Type: abuse\r\nVersion: 1\r\n" },
        wholeMail,
      ],
      "; report-type=feedback-report",
    ),
    {
      text: "This is an abuse report.",
      files: ["file message/feedback-report", "Re: Order 1042.eml message/rfc822"],
      automatic: "report",
      ticket: "none",
    },
  ),
];
