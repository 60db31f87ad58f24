/** Sends mails that are slow to read to two companies, while a third gets a mail of one line. */
import { randomBytes } from "node:crypto";
import type { Stage } from "../stage.ts";
import type { Trial } from "../trial.ts";
import { mailOf, openAccomplice, openMailboxes, pushSigned } from "./mailboxes.ts";

const megabyte = 2 ** 20;
/** Milliseconds after which the neighbour's mail is late. */
const patience = 2_000;

const newId = () => `slow${randomBytes(8).toString("hex")}`;

export async function slowMails(stage: Stage, trial: Trial): Promise<void> {
  const { own, theirs } = await openMailboxes(stage);
  const accomplice = await openAccomplice(stage);
  const flood = slow().map((mail, at) => pushSigned(stage, at % 2 ? own : accomplice, mail));
  const startedAt = performance.now();
  const { status, text } = await pushSigned(stage, theirs, mailOf(newId(), "Where is my order?"));
  const taken = Math.round(performance.now() - startedAt);
  trial.note(status === 200 ? null : `the neighbour's mail → ${status} ${text.slice(0, 200)}`);
  trial.note(taken < patience ? null : `the neighbour's mail took ${taken} ms`);
  trial.measured(`the neighbour's mail took ${taken} ms`);
  for (const answer of await Promise.all(flood))
    trial.note([200, 503].includes(answer.status) ? null : `a slow mail → ${answer.status} ${answer.text}`);
}

/** Twelve mails of a megabyte. */
function slow(): string[] {
  const filled = (piece: string) => piece.repeat(megabyte / piece.length);
  const texts = ["\r\n", ">\r\n", "-- \r\nx", "To: a:a:a:", "From:\r\n\r\n", "2026 10:10 x:\r\n"];
  const html = ["<br>x", "<a href='https://a.example/x'>y</a>", '<div class="gmail_attr">x:</div>\n'];
  return [
    ...texts.map((piece) => mailOf(newId(), filled(piece))),
    ...html.map((piece) =>
      mailOf(newId(), `Hi<br>On 2 Mar 2026 a@b.example wrote:<br>${filled(piece)}`, [
        "Content-Type: text/html",
        "",
      ]),
    ),
    mailOf(newId(), "x", [`Cc: ${filled("a:a:a:")}`]),
    mailOf(newId(), "x", [`Content-Type: text/plain; ${filled('a="b"; ')}`, ""]),
    mailOf(newId(), filled("--b\r\n\r\n"), ["Content-Type: multipart/mixed; boundary=b", ""]),
  ];
}
