/** The kinds of machine that a release is made for, each on a machine of its kind: their packages are installed there alone. */
const platforms = ["linux-x64", "linux-arm64"] as const;
export type Platform = (typeof platforms)[number];

/** Throws on a machine for which no release is made. Both words are Node's own. */
export function platformOf({ platform, arch }: { platform: string; arch: string }): Platform {
  const found = platforms.find((name) => name === `${platform}-${arch}`);
  if (!found)
    throw new Error(`The release is made on ${platforms.join(" or ")}, and this is ${platform}-${arch}.`);
  return found;
}
