/** The commands of `npm run parley`. Each prints JSON to standard output. */
import { Command } from "commander";
import { z } from "zod";
import { version } from "../../floor/config/version.ts";
import { createDepartment } from "../../people/departments/create.ts";
import { createCompany } from "../../sign-in/registration/company.ts";
import { addAgent } from "./agent.ts";
import { addBackup } from "./backup.ts";
import { addChannels } from "./channels.ts";
import { inCompanyOf, listCompanies } from "./company.ts";
import { addDoctor } from "./doctor.ts";
import { addNewSecret } from "./new-secret.ts";
import { addPersonOptions } from "./person-options.ts";
import { createRunner, type Terminal } from "./run.ts";
import { company, person, text } from "./shapes.ts";
import { addStorage } from "./storage.ts";

const newCompany = z.object({ name: text(200), ...person });
const newDepartment = z.object({ company, name: text(100) });

export function createProgram(terminal: Terminal): Command {
  const run = createRunner(terminal);
  const program = new Command("parley")
    .description("Sets up and looks after Parley without a browser.")
    .version(version)
    .exitOverride()
    .configureOutput({ writeOut: terminal.print, writeErr: terminal.complain });
  const noun = (name: string, description: string) => program.command(name).description(description);

  const companies = noun("company", "companies");
  addPersonOptions(companies.command("create"))
    .description("make a company, its department General and its first admin")
    .requiredOption("--name <name>", "the company's name")
    .action((options) => run.inContext(newCompany, options, createCompany));

  companies
    .command("list")
    .description("list the companies with their ids, oldest first")
    .action((options) => run.inContext(z.object({}), options, listCompanies));

  addStorage(companies, run);

  addAgent(program, run);

  noun("department", "departments")
    .command("create")
    .description("add a department")
    .requiredOption("--company <id or short name>", "as company list prints it")
    .requiredOption("--name <name>", "the department's name")
    .action((options) =>
      run.inContext(newDepartment, options, (context, { company, name }) =>
        inCompanyOf(context, company, (scope) => createDepartment(scope, name)),
      ),
    );

  addChannels(program, run);
  addBackup(program, run);
  addNewSecret(program, run);
  addDoctor(program, run);
  return program;
}
