import type { Context } from "../floor/context.ts";
import { acrossCompanies } from "../floor/database/scope.ts";
import type { Letter } from "./texts/content.ts";

export type PrintedLetter = Letter & { id: string; printedOn: Date };

const most = 50;

/** The letters that were printed because there is no mail server, newest first. */
export async function listPrintedLetters(context: Context): Promise<PrintedLetter[]> {
  const rows = await acrossCompanies(context, (db) =>
    db
      .selectFrom("mail")
      .select(["id", "sealed", "sent_on"])
      .where("sent_on", "is not", null)
      .where("sealed", "is not", null)
      .orderBy("sent_on", "desc")
      .orderBy("created_on", "desc")
      .limit(most)
      .execute(),
  );
  return rows.flatMap(({ id, sealed, sent_on }) => {
    if (!sealed || !sent_on) return [];
    return { ...(JSON.parse(context.secrets.open(sealed)) as Letter), id, printedOn: sent_on };
  });
}
