import { type Command, Option } from "commander";

/** The options of a command that makes an account. */
export function addPersonOptions(command: Command): Command {
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
