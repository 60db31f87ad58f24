/** A bill of materials in the form of CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/): each package with version, licence and hash. */
import { type Locked, nameOf } from "./shipped.ts";

type About = { version: string; license: string };

/** `paths` are the packages that are shipped, as the lockfile names them. */
export function sbomOf({ version, license }: About, lock: Record<string, Locked>, paths: string[]) {
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", name: "parley", version, licenses: licences(license) } },
    components: paths.map((path) => componentOf(nameOf(path), lock[path] ?? {})),
  };
}

function componentOf(name: string, { version = "", license, integrity }: Locked) {
  return {
    type: "library",
    "bom-ref": `${name}@${version}`,
    name,
    version,
    purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
    ...(license && { licenses: licences(license) }),
    ...(integrity && { hashes: integrity.split(" ").map(hashOf) }),
  };
}

/** The lockfile has SPDX expressions. */
const licences = (expression: string) => [{ expression }];

/** `sha512-` and base64, as in the lockfile. */
function hashOf(integrity: string) {
  const [algorithm = "", base64 = ""] = integrity.split("-");
  return {
    alg: algorithm.toUpperCase().replace("SHA", "SHA-"),
    content: Buffer.from(base64, "base64").toString("hex"),
  };
}
