import { calls } from "@parley/contract/calls/table";
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

describe.each(languages)("reasons in %s", (language) => {
  test("every code has a text", () => {
    const t = i18n.getFixedT(language);
    const worded = reasonCodes.filter((code) => reasonText(t, { code, facts: {} }, "?") !== "?");
    expect(worded).toEqual(reasonCodes);
  });

  test("a sentence contains its facts and the reason behind", () => {
    const t = i18n.getFixedT(language);
    const says = "chat <is> {{gone}} $t(reasons.text)";
    expect(reasonText(t, reasonOf("provider", { provider: "Telegram", says }))).toMatch(
      /Telegram.*chat <is> \{\{gone\}\} \$t/,
    );
    const because = reasonOf("no_answer", { provider: "Telegram" });
    expect(reasonText(t, reasonOf("perhaps_arrived", { because }))).toContain(reasonText(t, because));
  });
});

describe("a refused field", () => {
  const nameOf = (field: string, language = "en") =>
    reasonText(i18n.getFixedT(language), reasonOf("field_invalid", { field })).split(":")[0];

  test("a refused field has the name of the form, never that of the call", () => {
    const entered = [...fieldsOfForms()].filter((field) => !setByPrograms.has(field));
    expect(entered.length).toBeGreaterThan(60);
    expect(entered.filter((field) => nameOf(field) === nameOf("no such field"))).toEqual([]);
  });

  test("a field within a list or a language has the name of what it stands in", () => {
    expect(nameOf("cc.0")).toBe("Recipients");
    expect(nameOf("texts.nl", "nl")).toBe("Tekst");
    expect(nameOf("exceptions.3.spans.0.from")).toBe("Opening hours");
  });

  test("a refused field that no form shows is called an entry of the form", () => {
    expect(nameOf("messageid", "es")).toBe("Un dato de este formulario");
  });
});

test("an unknown code, and no code at all, show the server's English", () => {
  const newer = { code: "quota", facts: {} } as unknown as Reason;
  expect(reasonText(i18n.getFixedT("nl"), newer, "The quota is used up.")).toBe("The quota is used up.");
  expect(reasonText(i18n.getFixedT("nl"), null, "As it was.")).toBe("As it was.");
  expect(reasonText(i18n.getFixedT("nl"), undefined)).toBe("");
});

/** Ids, positions, times and switches: no agent types them, so none is refused for its entry. */
const setByPrograms = new Set(
  `abilities aboutid actions add audience away batches columns condition list sort viewid afterwards agents archived asks auth before block bubbleid business_data business_id change chatid choiceid choices clientid clientids closed
  closed_by_name closes confirm conversation coverid createdOn created_on data date deliveryid domains enabled endpoint events faces fieldid fieldids fileid first folders format forward from gone
  handlerid high inline in_hours into invitationid isAdmin isModerator isPasswordReset isagent jwt keyid keys kind kinds languages leaves leaves_open low macro mail mentions mentions_elsewhere
  messageid messageids mode newDepartmentName newUserName next next_day normal noteid occasion organisationid organisations_join otherid originalMessageId others own owner p256dh part path pauses phoneNumberId policyid policyids priority profileId provider
  quoted reaction receiverid referrer remove reopen reply_to required ruleid ruleids runid seen seenSeq senderid seq sessionid shift shown side since size skills solved sound stars still stops subscription tab tagid
  take_back targets template theme ticketPlatform ticket_created_on ticketid ticketids type types unblock updated_on urgent userids version wait webhookid weekly when words yearly zone`.split(
    /\s+/,
  ),
);

/** The field names of every call, also within objects, lists and records. */
function fieldsOfForms(): Set<string> {
  const names = new Set<string>();
  const collect = (schema: unknown): void => {
    const def = (schema as { def?: Record<string, unknown> } | undefined)?.def;
    if (!def) return;
    for (const [name, field] of Object.entries((def.shape as object | undefined) ?? {})) {
      names.add(name);
      collect(field);
    }
    for (const within of [def.innerType, def.element, def.in, def.valueType]) collect(within);
    for (const option of (def.options as unknown[] | undefined) ?? []) collect(option);
  };
  for (const call of Object.values<(typeof calls)[keyof typeof calls]>(calls)) {
    // Programs read the name as they sent it.
    if ("programs" in call) continue;
    if ("body" in call) collect(call.body);
    if ("form" in call) collect(call.form);
  }
  return names;
}
