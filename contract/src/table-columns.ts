/** The columns that an agent chose for the admin tables. */
import { z } from "zod";
import { limits } from "./limits.ts";

/** Names of the table's own columns, and ids of fields, in the order of the table. */
const columns = z.array(z.string().min(1).max(40)).max(limits.fieldsPerOwner + 30);

/** A table whose columns were never chosen is left out. */
export const tableColumns = z.object({
  tickets: columns.optional(),
  clients: columns.optional(),
  organisations: columns.optional(),
});
export type TableColumns = z.infer<typeof tableColumns>;

export const saveTableColumns = z.object({ list: z.enum(["tickets", "clients", "organisations"]), columns });
