import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import { copyDatabase, maintain, type Templates } from "./database-copy.ts";
import type { People } from "./world/people.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Made by database.global.ts, with the people of the world. */
    templates: Templates;
    people: People;
  }
}

export type TestDatabase = { url: string; drop(): Promise<void> };

/** A migrated database for one test file. Drop it after the file's pools have ended. */
export async function createTestDatabase(template: keyof Templates = "empty"): Promise<TestDatabase> {
  return createCopy(inject("templates")[template]);
}

/** A copy of a database of the test run, to which no connection is open. */
export const createCopy = (from: string): Promise<TestDatabase> =>
  named(from, (name) => copyDatabase(from, name));

/** A database without migrations. */
export async function createBlankDatabase(): Promise<TestDatabase> {
  const server = inject("templates").empty;
  return named(server, (name) => maintain(server, `create database ${name}`));
}

async function named(server: string, create: (name: string) => Promise<void>): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await create(name);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => dropWhenFree(server, `drop database ${name} with (force)`) };
}

/** PostgreSQL's autovacuum, which cannot be stopped, ends in a moment. */
async function dropWhenFree(server: string, statement: string) {
  for (let tries = 1; ; tries++) {
    try {
      return await maintain(server, statement);
    } catch (error) {
      const cleaning = (error as { code?: string }).code === "42501";
      if (!cleaning || tries === 20) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}
