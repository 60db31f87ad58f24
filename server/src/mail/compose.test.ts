import { languages } from "@parley/contract/sessions";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../test/world.ts";
import { compose } from "./compose.ts";
import { textsOf } from "./texts/index.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ env: { PUBLIC_URL: "https://desk.harbour.example" } });
});
afterAll(() => world.close());

test.each(languages)("every mail is complete in %s", async (lang) => {
  const { mira } = world.agents;
  await world.desk("harbour", ({ db }) =>
    db.updateTable("agent").set({ lang }).where("id", "=", mira.id).execute(),
  );
  const letters = await Promise.all([
    compose(world.context, "new@start.example", { kind: "registrationCode", code: "012345", lang }),
    compose(world.context, mira.email, { kind: "registrationCode", code: "012345", lang: "en" }),
    compose(world.context, mira.email, { kind: "resetCode", code: "012345" }),
    compose(world.context, mira.email, { kind: "passwordChanged" }),
    compose(world.context, mira.email, { kind: "twoStepOn" }),
    compose(world.context, mira.email, { kind: "twoStepOff" }),
    compose(world.context, mira.email, {
      kind: "failedSignIns",
      count: 10,
      time: "2026-05-12T14:03:00.000Z",
      network: "203.0.113.9",
    }),
    compose(world.context, "old@start.example", {
      kind: "addressChanged",
      name: "Mira",
      lang,
      address: "new@start.example",
    }),
    ...(["channelBroken", "channelWorking"] as const).map((kind) =>
      compose(world.context, mira.email, {
        kind,
        account: "Harbour Travel",
        since: "2026-05-12T14:03:00.000Z",
      }),
    ),
  ]);
  const texts = textsOf(lang);
  expect(letters.map((letter) => letter?.subject)).toEqual([
    texts.registrationCode.subject,
    texts.alreadyRegistered.subject,
    texts.resetCode.subject,
    texts.passwordChanged.subject,
    texts.twoStepOn.subject,
    texts.twoStepOff.subject,
    texts.failedSignIns.subject,
    texts.addressChanged.subject,
    texts.channelBroken.subject.replace("{account}", "Harbour Travel"),
    texts.channelWorking.subject.replace("{account}", "Harbour Travel"),
  ]);
  expect(letters.map((letter) => letter?.text.includes("012345"))).toEqual([
    ...[true, false, true],
    ...[false, false, false, false, false, false, false],
  ]);
  expect(letters[6]?.text).toMatch(/10.*14:03 UTC.*203\.0\.113\.9/);
  expect(letters[7]).toMatchObject({
    to: "old@start.example",
    text: expect.stringContaining("new@start.example"),
  });
  for (const letter of letters.slice(8))
    expect(letter?.text).toMatch(/Harbour Travel.*14:03 UTC|14:03 UTC.*Harbour Travel/);
  for (const letter of letters) {
    const both = `${letter?.text}${letter?.html}`;
    expect(both).not.toMatch(/undefined|null|\{\w+\}/);
    expect(letter?.html).toContain(`<html lang="${lang}">`);
    expect(letter?.html).toContain('name="color-scheme" content="light dark"');
    // A mail loads nothing, and every link is ours.
    expect(letter?.html).not.toMatch(/<(img|script|link|iframe)|url\(/i);
    const links = [...both.matchAll(/https?:\/\/[^\s"<]+/g)].map(([link]) => new URL(link).origin);
    expect(new Set([...links, "https://desk.harbour.example"])).toEqual(
      new Set(["https://desk.harbour.example"]),
    );
  }
});

test("a language differs from English in every text", () => {
  for (const lang of languages.filter((one) => one !== "en")) {
    const [theirs, english] = [flatten(textsOf(lang)), flatten(textsOf("en"))];
    expect(Object.keys(theirs)).toEqual(Object.keys(english));
    for (const key of Object.keys(english))
      expect([lang, key, theirs[key]]).not.toEqual([lang, key, english[key]]);
  }
});

function flatten(texts: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, value]) =>
      typeof value === "string"
        ? [[name, value]]
        : Object.entries(value).map(([inner, text]) => [`${name}.${inner}`, text as string]),
    ),
  );
}
