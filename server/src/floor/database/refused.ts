/** Advice for an operator when PostgreSQL refuses a connection or a migration. */
import { DatabaseError } from "pg";

/** Advice when no connection can be opened; null when the error does not show its cause. */
export function mendConnection(error: unknown): string | null {
  const { code } = error as { code?: string };
  if (code === "28P01" || code === "28000") return "Check the user and the password in DATABASE_URL.";
  if (code === "3D000") return "Make the database that DATABASE_URL names, or name another.";
  if (code === "ENOTFOUND") return "Check the host in DATABASE_URL.";
  return null;
}

/** Advice when a migration is refused. */
export function mendMigration(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  if (/permission denied to create role/.test(said))
    return "Give the role of DATABASE_URL the right to make roles, as a superuser: ALTER ROLE … CREATEROLE.";
  if (/extension .* is not (available|allow-listed)|permission denied to create extension/.test(said))
    return `Let PostgreSQL have the extensions ${extensions.join(", ")}: install its contrib modules, or put them on the allow-list of the provider.`;
  if (error instanceof DatabaseError && error.code === "42501")
    return "Let the role of DATABASE_URL own its database: ALTER DATABASE … OWNER TO ….";
  return "The database is as it was before this migration. Mend the cause and start again; a backup of the version before restores there.";
}

/** Extensions that the migrations create. */
export const extensions: readonly string[] = ["pg_trgm", "unaccent", "btree_gin"];
