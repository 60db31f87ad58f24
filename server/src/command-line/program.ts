/** The commands of `npm run parley`. Each answers with JSON on standard output. */
import { Command, Option } from "commander";
import { z } from "zod";
import { registerAgent } from "../agents/register.ts";
import { hashPassword } from "../auth/password.ts";
import { connect } from "../channels/registry.ts";
import { createDepartment } from "../departments/create.ts";
import { pickDepartment } from "../departments/pick.ts";
import { createCompany } from "../registration/company.ts";
import { addBackup } from "./backup.ts";
import { inCompanyOf } from "./company.ts";
import { perform, performAlone } from "./perform.ts";

const text = (longest: number) =>
  z.string().trim().min(1, "may not be empty").max(longest, `has at most ${longest} characters`);
const person = {
  email: z.email("is not an e-mail address").max(254),
  // The form for companies on the web asks for more; whoever has this command line may choose.
  password: z.string().min(8, "has at least 8 characters").max(1024),
  firstName: text(100),
  lastName: text(100),
};
const company = z.uuid("is not an id");

const newCompany = z.object({ name: text(200), ...person });
const newAgent = z.object({
  company,
  ...person,
  department: z.string().optional(),
  role: z.enum(["admin", "moderator"]).optional(),
});
const newDepartment = z.object({ company, name: text(100) });
const newTelegram = z.object({ company, token: text(200) });

export function createProgram(): Command {
  const program = new Command("parley").description("Sets up companies and their people without a browser.");
  const noun = (name: string, description: string) => program.command(name).description(description);

  withPerson(noun("company", "companies").command("create"))
    .description("make a company, its department General and its first admin")
    .requiredOption("--name <name>", "the company's name")
    .action((options) => perform(newCompany, options, createCompany));

  withPerson(noun("agent", "people who answer").command("create"))
    .description("give a person an account")
    .requiredOption("--company <id>", "the company's id")
    .option("--department <name or id>", "the company's first when left out")
    .addOption(new Option("--role <role>", "an agent without one").choices(["admin", "moderator"]))
    .action((options) =>
      perform(newAgent, options, async (context, given) => {
        const passwordHash = await hashPassword(given.password);
        return inCompanyOf(context, given.company, async (scope) => {
          const { departmentid } = await pickDepartment(scope, given.department);
          const agent = { ...given, passwordHash, departmentid, role: given.role ?? null };
          return { ...(await registerAgent(scope, agent)), departmentid };
        });
      }),
    );

  noun("department", "departments")
    .command("create")
    .description("add a department")
    .requiredOption("--company <id>", "the company's id")
    .requiredOption("--name <name>", "the department's name")
    .action((options) =>
      perform(newDepartment, options, (context, { company, name }) =>
        inCompanyOf(context, company, (scope) => createDepartment(scope, name)),
      ),
    );

  noun("telegram", "the company's Telegram bot")
    .command("connect")
    .description("connect a bot, so that its messages become tickets")
    .requiredOption("--company <id>", "the company's id")
    .addOption(
      new Option("--token <token>", "the token BotFather gave")
        .env("PARLEY_TELEGRAM_TOKEN")
        .makeOptionMandatory(),
    )
    .action((options) =>
      perform(newTelegram, options, async (context, { company, token }) => {
        await inCompanyOf(context, company, async () => undefined);
        return connect.telegram(context, { kind: "desk", companyId: company }, token);
      }),
    );

  addBackup(program, performAlone);
  return program;
}

function withPerson(command: Command): Command {
  return command
    .requiredOption("--email <address>", "what they sign in with")
    .addOption(
      new Option("--password <password>", "in the variable it stays out of the list of processes")
        .env("PARLEY_PASSWORD")
        .makeOptionMandatory(),
    )
    .requiredOption("--first-name <name>")
    .requiredOption("--last-name <name>");
}
