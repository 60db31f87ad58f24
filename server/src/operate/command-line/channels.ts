import { type Command, Option } from "commander";
import { z } from "zod";
import { channelModules } from "../../app/channels.ts";
import { invalidFields } from "../../floor/errors/errors.ts";
import { inCompanyOf } from "./company.ts";
import type { Runner } from "./run.ts";
import { company } from "./shapes.ts";

/** `parley <platform> connect`, with the options that the channel's module names. */
export function addChannels(program: Command, run: Runner): void {
  for (const { platform, connect } of channelModules) {
    if (!connect.command) continue;
    const { about, options } = connect.command;
    const command = program
      .command(platform)
      .description(`the company's ${platform} accounts`)
      .command("connect")
      .description(about)
      .requiredOption("--company <id or short name>", "as company list prints it");
    const named = options.map(({ flags, about, variable, field }) => {
      const option = new Option(flags, about).env(variable).makeOptionMandatory();
      command.addOption(option);
      return { from: option.attributeName(), long: option.long, field };
    });
    const longOf = (field: unknown) => named.find((one) => one.field === field)?.long;
    const facts = z.looseObject({ company });
    command.action((given) =>
      run.inContext(facts, given, async (context, { company, ...values }) => {
        const companyId = await inCompanyOf(context, company, async (scope) => scope.companyId);
        const body = connect.body.safeParse(
          Object.fromEntries(named.map(({ from, field }) => [field, values[from]])),
        );
        if (!body.success)
          throw invalidFields(body.error.issues, (field, message) => `${longOf(field)} ${message}`);
        const by = { kind: "desk", companyId } as const;
        return (await connect.account(context, by, body.data, { replace: true })).answer;
      }),
    );
  }
}
