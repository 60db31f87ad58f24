import type { Command } from "commander";
import { z } from "zod";
import { readStorage } from "../../files/storage.ts";
import { inCompanyOf } from "./company.ts";
import type { Runner } from "./run.ts";
import { company } from "./shapes.ts";

const gigabytes = z
  .string()
  .regex(/^(none|default|[1-9]\d{0,5})$/, "is a whole number of GB, none or default")
  .transform((text) => (text === "default" ? null : text === "none" ? 0 : Number(text)));
const wish = z.object({ company, limit: gigabytes.optional() });

/** `parley company storage`: reads and sets the storage limit of a company's files. */
export function addStorage(companies: Command, run: Runner): void {
  companies
    .command("storage")
    .description("show how much room a company's files take, and set how much they may")
    .requiredOption("--company <id or short name>", "as company list prints it")
    .option("--limit <gb>", "GB, none, or default for MAX_STORAGE_GB")
    .action((options) =>
      run.inContext(wish, options, (context, { company, limit }) =>
        inCompanyOf(context, company, async (scope) => {
          if (limit !== undefined) {
            await scope.db
              .updateTable("company")
              .set({ max_storage_gb: limit })
              .where("company_id", "=", scope.companyId)
              .execute();
          }
          const { used, limit: bytes } = await readStorage(scope, context.config);
          return { used_bytes: used, limit_gb: bytes === null ? null : bytes / 2 ** 30 };
        }),
      ),
    );
}
