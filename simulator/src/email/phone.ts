/** One person's mail program for one mailbox. */
import type { StoredFile } from "../files.ts";
import { viewFile } from "../files.ts";
import type { Network, Person } from "../network.ts";
import { storeOutgoing } from "../outgoing-file.ts";
import type { MailAddress, Outgoing, OutgoingMail, PhoneChat, PhoneMessage } from "../phone.ts";
import type { PhoneLog } from "../phone-log.ts";
import { fullName } from "../telegram/view.ts";
import { answerSubject, composeMail, referencesTo, subjectOf } from "./compose.ts";
import { handOver } from "./hand-over.ts";
import type { Mailbox } from "./mailbox.ts";
import { showMail } from "./show.ts";
import { addressOf, mailWorldOf, newMessageId, personAt } from "./world.ts";

const unable = (): never => {
  throw new Error("This platform has no such thing");
};

export class MailPhone implements PhoneChat {
  readonly person: Person;
  readonly #network: Network;
  readonly #mailbox: Mailbox;

  constructor(network: Network, mailbox: Mailbox, person: Person) {
    this.#network = network;
    this.#mailbox = mailbox;
    this.person = person;
  }

  get externalId(): string {
    return addressOf(this.person);
  }

  get blocked(): boolean {
    return this.#refusing.has(this.externalId);
  }

  messages(): PhoneMessage[] {
    return this.#log.messages();
  }

  /** A mail without a subject continues the latest one, as in one conversation. */
  async send(outgoing: Outgoing): Promise<PhoneMessage> {
    const { writing } = mailWorldOf(this.#network);
    // Mails written at once still follow one another in one thread.
    const before = writing.get(this.#log);
    const sent = Promise.resolve(before).then(() => this.#send(outgoing));
    writing.set(
      this.#log,
      sent.catch(() => undefined),
    );
    return sent;
  }

  async #send(outgoing: Outgoing): Promise<PhoneMessage> {
    const mail = outgoing.mail ?? {};
    const files = await this.#filesOf(outgoing);
    const text = textOf(outgoing);
    const answers = this.#answered(outgoing, mail);
    const { to, cc } = this.#recipients(answers, mail);
    const from = mail.from ?? this.#self;
    const messageId = mail.messageId ?? newMessageId(from.address);
    const subject =
      mail.subject ?? (answers?.mail ? answerSubject(answers.mail.subject) : subjectOf(text) || "No subject");
    const raw = await composeMail({
      ...{ from, to, cc, subject, text, files, answers, messageId },
      html: mail.html,
      headers: mail.headers ?? {},
      date: new Date(this.#network.now()),
    });
    const [first] = files;
    const shown = this.#log.add({
      side: "client",
      type: outgoing.type === "text" || !first ? "text" : (first.kind as PhoneMessage["type"]),
      text,
      ...(outgoing.type !== "text" && first && { media: viewFile(first) }),
      externalId: messageId,
      mail: {
        ...{ subject, from, to, cc, replyTo: [], rest: "", html: null },
        references: answers ? referencesTo(answers) : [],
        files: files.map(viewFile),
      },
    });
    await this.#post(raw, [...to, ...cc], mail, shown.id);
    return this.#log.access(shown.id);
  }

  block(): void {
    this.#refusing.add(this.externalId);
    this.#log.showMembership();
  }

  unblock(): void {
    this.#refusing.delete(this.externalId);
    this.#log.showMembership();
  }

  readAll(): void {}

  waitFor(fits: (message: PhoneMessage) => boolean, timeoutMs?: number): Promise<PhoneMessage> {
    return this.#log.waitFor(fits, timeoutMs);
  }

  sendAlbum = unable;
  begin = unable;
  edit = unable;
  remove = unable;
  react = unable;
  press = unable;

  get #log(): PhoneLog {
    return mailWorldOf(this.#network).logs.of(this.#mailbox.id, this.person.user.id);
  }

  get #refusing(): Set<string> {
    const { refusing } = mailWorldOf(this.#network);
    const known = refusing.get(this.#mailbox.id) ?? new Set();
    refusing.set(this.#mailbox.id, known);
    return known;
  }

  get #self(): MailAddress {
    return { name: fullName(this.person.user), address: this.externalId };
  }

  #answered({ replyTo }: Outgoing, { subject }: OutgoingMail): PhoneMessage | undefined {
    if (replyTo !== undefined) return this.#log.access(replyTo);
    return subject === undefined ? this.messages().at(-1) : undefined;
  }

  /** An answer goes where the mail asks, and to all on request; an answer to one's own mail goes to its addressees. */
  #recipients(
    answers: PhoneMessage | undefined,
    mail: OutgoingMail,
  ): { to: MailAddress[]; cc: MailAddress[] } {
    const account = { name: this.#mailbox.name, address: this.#mailbox.address };
    if (mail.to || !answers?.mail) return { to: mail.to ?? [account], cc: mail.cc ?? [] };
    const { from, to, cc, replyTo } = answers.mail;
    if (answers.side === "client") return { to, cc: mail.cc ?? cc };
    const target = replyTo.length > 0 ? replyTo : [from];
    const known = new Set([this.externalId, from.address, ...target.map(({ address }) => address)]);
    const others = mail.all ? [...to, ...cc].filter(({ address }) => !known.has(address)) : [];
    return { to: target, cc: [...others, ...(mail.cc ?? [])] };
  }

  async #filesOf(outgoing: Outgoing): Promise<StoredFile[]> {
    const own = outgoing.type === "text" ? [] : [outgoing];
    const more = (outgoing.mail?.files ?? []).map((file) => ({ type: "document" as const, file }));
    const kept: StoredFile[] = [];
    for (const one of [...own, ...more]) {
      if (!("type" in one) || !isMedia(one)) return unable();
      kept.push(await storeOutgoing(this.#network, one));
    }
    return kept;
  }

  /** Sends to the desk's mailboxes, and to other people of the conversation. */
  async #post(raw: Buffer, to: MailAddress[], mail: OutgoingMail, id: number): Promise<void> {
    const { office, logs } = mailWorldOf(this.#network);
    const from = mail.envelopeFrom ?? mail.from?.address ?? this.externalId;
    const received = () => void this.#log.change(id, { received: true }, "received");
    for (const { address } of to) {
      const mailbox = office.find(address);
      const person = personAt(this.#network, address);
      if (mailbox) {
        const dmarc = mail.from ? "fail" : "pass";
        handOver(this.#network, mailbox, { from, to: address, raw, dmarc, received });
      } else if (person && person !== this.person)
        await showMail(this.#network, logs.of(this.#mailbox.id, person.user.id), raw);
    }
  }
}

type Medium = Extract<Outgoing, { file?: unknown; caption?: string }>;

const isMedia = (one: Outgoing | Medium): one is Medium =>
  !["text", "location", "venue", "contact", "unsupported"].includes(one.type);

const textOf = (outgoing: Outgoing): string =>
  outgoing.type === "text" ? outgoing.text : ((outgoing as Medium).caption ?? "");
