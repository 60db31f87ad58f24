import type { Command } from "commander";
import { z } from "zod";
import { backUp } from "../backup/backup.ts";
import { restore } from "../backup/restore.ts";
import type { Runner } from "./run.ts";

const newBackup = z
  .object({
    to: z.string().trim().min(1, "names the file to write"),
    withSecret: z.boolean().optional(),
    withoutSecret: z.boolean().optional(),
  })
  .refine(({ withSecret, withoutSecret }) => !(withSecret && withoutSecret), {
    path: ["withSecret"],
    message: "and --without-secret exclude each other",
  });
const newRestore = z.object({
  from: z.string().trim().min(1, "names the file to read"),
  replace: z
    .string()
    .regex(/^\d+$/, "is the number of companies that are there")
    .default("0")
    .transform(Number),
  withoutSecret: z.boolean().default(false),
  sendWaiting: z.boolean().default(false),
});

export function addBackup(program: Command, run: Runner): void {
  program
    .command("backup")
    .description("write everything to one file, while Parley runs or not")
    .requiredOption("--to <file>", "a new file, such as parley-2026-05-04.tar.gz")
    .option("--with-secret", "with APP_SECRET; so it is when Parley made it itself")
    .option("--without-secret", "without APP_SECRET; so it is when you set it")
    .action((options) =>
      run.standalone(newBackup, options, (surroundings, { to, withSecret, withoutSecret }) =>
        backUp(surroundings, { to, withSecret: withSecret ? true : withoutSecret ? false : null }),
      ),
    );
  program
    .command("restore")
    .description("put a backup in the place of an empty Parley, which must not run")
    .requiredOption("--from <file>", "what backup wrote, by this version or an older one")
    .option("--replace <companies>", "remove what is there; the number of companies says that you know")
    .option("--without-secret", "although the APP_SECRET it was made under is lost")
    .option("--send-waiting", "send what waited to be sent: when the Parley it was made from never ran again")
    .action((options) => run.standalone(newRestore, options, restore));
}
