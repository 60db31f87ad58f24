import { type Command, Option } from "commander";
import { z } from "zod";
import { registerAgent } from "../../people/agents/register.ts";
import { pickDepartment } from "../../people/departments/pick.ts";
import { hashPassword } from "../../people/passwords/password.ts";
import { resetPasswordOf, resetTwoStepOf } from "./account.ts";
import { inCompanyOf } from "./company.ts";
import { addPersonOptions } from "./person-options.ts";
import type { Runner } from "./run.ts";
import { company, email, password, person } from "./shapes.ts";

const newAgent = z.object({
  company,
  ...person,
  department: z.string().optional(),
  role: z.enum(["admin", "moderator"]).optional(),
});
const forgotten = z.object({ email, password: password.optional() });
const locked = z.object({ email });

export function addAgent(program: Command, run: Runner): void {
  const agent = program.command("agent").description("people who answer");

  addPersonOptions(agent.command("create"))
    .description("give a person an account")
    .requiredOption("--company <id or short name>", "as company list prints it")
    .option("--department <name or id>", "the company's first when left out")
    .addOption(new Option("--role <role>", "an agent without one").choices(["admin", "moderator"]))
    .action((options) =>
      run.inContext(newAgent, options, async (context, given) => {
        const passwordHash = await hashPassword(given.password);
        return inCompanyOf(context, given.company, async (scope) => {
          const { departmentid } = await pickDepartment(scope, given.department);
          const one = {
            ...given,
            passwordHash,
            departmentid,
            role: given.role ?? null,
            addressConfirmed: true,
          };
          return { ...(await registerAgent(scope, one)), departmentid };
        });
      }),
    );

  agent
    .command("reset-password")
    .description("give a person a new password, sign them out everywhere and notify them by mail")
    .requiredOption("--email <address>", "what they sign in with")
    .addOption(
      new Option("--password <password>", "one is made and printed when left out").env("PARLEY_PASSWORD"),
    )
    .action((options) => run.inContext(forgotten, options, resetPasswordOf));

  agent
    .command("reset-two-step")
    .description(
      "take the second step away from a person who lost it, sign them out everywhere and notify them by mail",
    )
    .requiredOption("--email <address>", "what they sign in with")
    .action((options) => run.inContext(locked, options, resetTwoStepOf));
}
