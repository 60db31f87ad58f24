import { LeaseLost } from "../accounts/lease.ts";

/** The database or the file store could not be asked; the mailbox works. */
export class NotStored extends Error {
  override name = "NotStored";
}

/** Tells such a failure apart from one of the mail server. */
export async function stored<Answer>(work: Promise<Answer>): Promise<Answer> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    throw new NotStored("A mail could not be stored", { cause: error });
  }
}
