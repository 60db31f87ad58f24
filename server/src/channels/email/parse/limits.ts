/** Limits how much of a mail is read. The original stays whole in the store. */
export type MailLimits = {
  /** Only the header is read of a larger mail. */
  bytes: number;
  headerBytes: number;
  headers: number;
  headerCharacters: number;
  recipients: number;
  attachments: number;
  /** The number of parts of all kinds. */
  parts: number;
  depth: number;
  /** Characters of the text, and of the HTML before it is sanitised. */
  characters: number;
  /** Milliseconds of a thread's processor time; four times as many may pass by the clock. */
  milliseconds: number;
};

export const mailLimits: MailLimits = {
  bytes: 50 * 2 ** 20,
  headerBytes: 2 * 2 ** 20,
  headers: 300,
  headerCharacters: 8_000,
  recipients: 200,
  attachments: 100,
  parts: 1_000,
  depth: 32,
  characters: 1_000_000,
  milliseconds: 15_000,
};
