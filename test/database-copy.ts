import pg from "pg";

/** Addresses of the template databases that tests copy. */
export type Templates = {
  /** The copy is migrated and empty. */
  empty: string;
  /** The copy holds the named people of the tests' world. */
  world: string;
};

/** No connection to the template may be open meanwhile. */
export async function copyDatabase(template: string, name: string): Promise<void> {
  const from = new URL(template).pathname.slice(1);
  await maintain(template, `create database ${name} template ${from} strategy file_copy`);
}

/** Runs a statement about whole databases, connected to none of them. */
export async function maintain(server: string, statement: string): Promise<void> {
  const url = new URL(server);
  url.pathname = "/postgres";
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
