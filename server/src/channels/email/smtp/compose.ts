/** A message as the bytes of a mail. The same message always gives the same mail, so that a second attempt is no other. */
import MailComposer from "nodemailer/lib/mail-composer";
import type { Channel, Outgoing } from "../../adapters/adapter.ts";

export function composeMail(channel: Channel, { messageId, to, content }: Outgoing): Promise<Buffer> {
  return new MailComposer({
    messageId: messageRefOf(channel, messageId),
    from: { name: channel.name, address: channel.externalId },
    to: { name: "", address: to },
    text: content,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}

/** The Message-ID of one of our messages. */
export const messageRefOf = ({ externalId }: Pick<Channel, "externalId">, messageId: string): string =>
  `<${messageId}@${externalId.split("@").at(-1)}>`;
