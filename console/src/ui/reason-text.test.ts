import { type Reason, type ReasonCode, reasonCodes, reasonOf } from "@parley/contract/reasons";
import { languages } from "@parley/contract/sessions";
import i18next from "i18next";
import { beforeAll, describe, expect, test } from "vitest";
import { reasonText } from "./reason-text.ts";

const texts = import.meta.glob<Record<ReasonCode, string>>("../i18n/reasons/*.json", {
  eager: true,
  import: "default",
});
const i18n = i18next.createInstance();
beforeAll(async () => {
  const resources = Object.fromEntries(
    languages.map((language) => [
      language,
      { translation: { reasons: texts[`../i18n/reasons/${language}.json`] ?? {} } },
    ]),
  );
  await i18n.init({ lng: "en", resources, interpolation: { escapeValue: false } });
});

describe.each(languages)("in %s", (language) => {
  test("every code has a text", () => {
    const t = i18n.getFixedT(language);
    const worded = reasonCodes.filter((code) => reasonText(t, { code, facts: {} }, "?") !== "?");
    expect(worded).toEqual(reasonCodes);
  });

  test("facts and the reason behind are within the sentence", () => {
    const t = i18n.getFixedT(language);
    const says = "chat <is> {{gone}} $t(reasons.text)";
    expect(reasonText(t, reasonOf("provider", { provider: "Telegram", says }))).toMatch(
      /Telegram.*chat <is> \{\{gone\}\} \$t/,
    );
    const because = reasonOf("no_answer", { provider: "Telegram" });
    expect(reasonText(t, reasonOf("perhaps_arrived", { because }))).toContain(reasonText(t, because));
  });
});

test("a code that is not known here, and no code at all, show the server's English", () => {
  const newer = { code: "quota", facts: {} } as unknown as Reason;
  expect(reasonText(i18n.getFixedT("nl"), newer, "The quota is used up.")).toBe("The quota is used up.");
  expect(reasonText(i18n.getFixedT("nl"), null, "As it was.")).toBe("As it was.");
  expect(reasonText(i18n.getFixedT("nl"), undefined)).toBe("");
});
