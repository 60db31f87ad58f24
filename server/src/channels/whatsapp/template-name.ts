import { createHash } from "node:crypto";

const most = 100;

/**
 * The name a template gets at the provider: lower-case letters, digits and underscores. A title without any gets a hash
 * as its name.
 */
export function nameOfTemplate(title: string): string {
  const name = title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, most);
  if (name) return name;
  return `template_${createHash("sha256").update(title).digest("hex").slice(0, 10)}`;
}
