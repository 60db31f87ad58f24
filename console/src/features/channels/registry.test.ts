import { platforms } from "@parley/contract/platforms";
import { languages } from "@parley/contract/sessions";
import { expect, test } from "vitest";
import { channelLooks } from "./registry.ts";

test.each(platforms)("%s has a name in each language", (platform) => {
  const { name } = channelLooks[platform];
  const names = languages.map((language) => (typeof name === "string" ? name : name[language]));
  expect(names.filter(Boolean), `channels/${platform}/index.ts: name`).toHaveLength(languages.length);
});
