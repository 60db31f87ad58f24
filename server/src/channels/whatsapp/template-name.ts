import { createHash } from "node:crypto";

const most = 100;

/** A provider's name of a template: small letters, digits and lines. A title without any has a name made of its hash. */
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
