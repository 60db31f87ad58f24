/** A report that a mail was not delivered (RFC 3464), sent to the envelope's sender. */
import { randomUUID } from "node:crypto";
import type { Network } from "../network.ts";
import { handOver } from "./hand-over.ts";
import { headerEnd } from "./headers.ts";
import type { Mailbox } from "./mailbox.ts";
import { domainOf, mailWorldOf, newMessageId } from "./world.ts";

export type Undelivered = {
  from: string;
  to: string;
  raw: Buffer;
  status: string;
  /** The server's words. */
  says: string;
  action?: "failed" | "delayed";
};

export function bounce(network: Network, mailbox: Mailbox, undelivered: Undelivered): void {
  const { from, to, raw, status, says, action = "failed" } = undelivered;
  const target = mailWorldOf(network).office.find(from);
  // A bounce never goes to the null sender.
  if (!target) return;
  const domain = domainOf(mailbox.address);
  const boundary = `=_${randomUUID()}`;
  const part = (type: string, body: string) => `--${boundary}\r\nContent-Type: ${type}\r\n\r\n${body}\r\n`;
  const report = [
    `From: Mail Delivery System <mailer-daemon@${domain}>`,
    `To: <${from}>`,
    `Subject: ${action === "failed" ? "Undelivered Mail Returned to Sender" : "Delayed Mail (still being retried)"}`,
    `Date: ${new Date(network.now()).toUTCString().replace("GMT", "+0000")}`,
    `Message-ID: ${newMessageId(mailbox.address)}`,
    "Auto-Submitted: auto-replied",
    "MIME-Version: 1.0",
    `Content-Type: multipart/report; report-type=delivery-status; boundary="${boundary}"`,
    "",
    [
      part("text/plain; charset=utf-8", `This is the mail system at ${domain}.\r\n\r\n<${to}>: ${says}`),
      part(
        "message/delivery-status",
        [
          `Reporting-MTA: dns; mx.${domain}`,
          "",
          `Final-Recipient: rfc822; ${to}`,
          `Action: ${action}`,
          `Status: ${status}`,
          `Diagnostic-Code: smtp; ${says}`,
          "",
        ].join("\r\n"),
      ),
      part("text/rfc822-headers", raw.subarray(0, headerEnd(raw)).toString("latin1")),
      `--${boundary}--\r\n`,
    ].join(""),
  ].join("\r\n");
  handOver(network, target, { from: "", to: from, raw: Buffer.from(report, "latin1"), dmarc: "none" });
}
