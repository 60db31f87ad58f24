// Templates and their review. Faults that the provider finds at once are refused at once; a reviewer decides later on
// the rest.
import type { Network } from "../network.ts";
import { encode, signatureOf } from "./hooks.ts";
import { officeOf, type Template } from "./office.ts";
import { badParameter, GraphRefusal, unknownObject } from "./refusal.ts";
import { newId, stateOf } from "./state.ts";

type Body = Record<string, unknown>;

export function createTemplate(network: Network, wabaId: string, body: Body): object {
  const office = officeOf(network);
  const { name, language, category, components } = body as {
    name?: string;
    language?: string;
    category?: string;
    components?: Template["components"];
  };
  if (!/^[a-z0-9_]{1,512}$/.test(name ?? "")) throw badParameter("name");
  if (!["UTILITY", "MARKETING", "AUTHENTICATION"].includes(category ?? "")) throw badParameter("category");
  if (!language || !Array.isArray(components)) throw badParameter("language and components");
  const inUse = [...office.templates.values()].some(
    (one) => one.wabaId === wabaId && one.name === name && one.language === language,
  );
  if (inUse)
    throw new GraphRefusal(100, "Invalid parameter", {
      subcode: 2388024,
      details: `There is already content in ${language} for this template. Use another name.`,
    });
  checkComponents(components);
  const template: Template = {
    id: newId(),
    wabaId,
    name: name as string,
    language,
    category: category as string,
    status: "PENDING",
    components,
    rejectedReason: "NONE",
  };
  office.templates.set(template.id, template);
  if (office.reviewAfter !== null)
    setTimeout(() => void review(network, template.id), office.reviewAfter).unref();
  return { id: template.id, status: template.status, category: template.category };
}

function checkComponents(components: Template["components"]): void {
  const body = components.find(({ type }) => type === "BODY");
  const text = String(body?.text ?? "");
  if (!text)
    throw new GraphRefusal(100, "Invalid parameter", { subcode: 2388072, details: "BODY is missing" });
  if (text.length > 1024)
    throw new GraphRefusal(100, "Invalid parameter", { subcode: 2388040, details: "BODY is too long" });
  if (/^\{\{\w+\}\}|\{\{\w+\}\}$/.test(text))
    throw new GraphRefusal(100, "Invalid parameter", {
      subcode: 2388299,
      details: "Variables can't be at the start or end of the template.",
    });
  const variables = new Set(text.match(/\{\{\w+\}\}/g) ?? []);
  const example = body?.example as { body_text?: string[][]; body_text_named_params?: unknown[] } | undefined;
  const samples = example?.body_text_named_params?.length ?? example?.body_text?.[0]?.length ?? 0;
  if (samples !== variables.size)
    throw new GraphRefusal(100, "Invalid parameter", { details: "BODY lacks examples of its variables" });
}

export function listTemplates(network: Network, wabaId: string, query: Record<string, string>): object {
  const all = [...officeOf(network).templates.values()].filter((one) => one.wabaId === wabaId);
  const limit = Number(query.limit ?? 25);
  const from = Number(query.after ?? 0);
  const page = all.slice(from, from + limit);
  return {
    data: page.map(({ wabaId: _wabaId, rejectedReason: rejected_reason, ...template }) => ({
      ...template,
      rejected_reason,
    })),
    paging: {
      cursors: { before: String(from), after: String(from + page.length) },
      ...(from + limit < all.length && { next: "https://graph.example/next" }),
    },
  };
}

/** Deletes it in every language. */
export function deleteTemplate(network: Network, wabaId: string, name: string | undefined): object {
  const { templates } = officeOf(network);
  const found = [...templates.values()].filter((one) => one.wabaId === wabaId && one.name === name);
  if (found.length === 0) throw unknownObject(name ?? "");
  for (const { id } of found) templates.delete(id);
  return { success: true };
}

export type Verdict = { status?: string; reason?: string; says?: string; category?: string };

/** Adds an approved template without a review, replacing one with the same name and language. */
export function plantTemplate(network: Network, wabaId: string, facts: Partial<Template>): Template {
  const template: Template = {
    ...{ id: newId(), wabaId, name: "greeting", language: "en", category: "UTILITY", status: "APPROVED" },
    components: [{ type: "BODY", text: "Hello {{client}}, how can we help?" }],
    rejectedReason: "NONE",
    ...facts,
  };
  const { templates } = officeOf(network);
  for (const { id, ...one } of templates.values())
    if (one.wabaId === wabaId && one.name === template.name && one.language === template.language)
      templates.delete(id);
  templates.set(template.id, template);
  return template;
}

/** The reviewer's rule, where no test decides: a text that promises a prize is rejected. */
function verdictOn({ components }: Template): Verdict {
  const promises = /prize|lottery|casino/i.test(JSON.stringify(components));
  if (!promises) return { status: "APPROVED" };
  return { status: "REJECTED", reason: "ABUSIVE_CONTENT", says: "The text promises a prize." };
}

/** Decides on a template and reports it to the apps that are called. `silently`: nothing is reported. */
export async function review(
  network: Network,
  id: string,
  given?: Verdict,
  { silently = false } = {},
): Promise<void> {
  const template = officeOf(network).templates.get(id);
  if (!template) return;
  const { status, reason, says, category } = given ?? verdictOn(template);
  if (status) template.status = status;
  if (category) template.category = category;
  template.rejectedReason = reason ?? "NONE";
  if (silently) return;
  const about = {
    message_template_id: Number(template.id),
    message_template_name: template.name,
    message_template_language: template.language,
  };
  if (category) {
    await report(network, template.wabaId, "template_category_update", { ...about, new_category: category });
  }
  if (status) {
    await report(network, template.wabaId, "message_template_status_update", {
      ...about,
      event: status,
      reason: reason ?? "NONE",
      ...(says && { rejection_info: { reason: says } }),
    });
  }
}

/** Reports to an app's own address: numbers' addresses do not get account events. */
async function report(network: Network, wabaId: string, field: string, value: object): Promise<void> {
  const { apps, wabas } = stateOf(network);
  const body = encode({
    object: "whatsapp_business_account",
    entry: [{ id: wabaId, time: Math.floor(network.now() / 1000), changes: [{ field, value }] }],
  });
  for (const appId of wabas.get(wabaId)?.subscribed ?? []) {
    const app = apps.get(appId);
    if (!app?.callbackUrl) continue;
    const headers = {
      "content-type": "application/json",
      "x-hub-signature-256": signatureOf(app.secret, body),
    };
    try {
      await officeOf(network).reach.post(app.callbackUrl, headers, body);
    } catch (error) {
      // A desk that is down finds the status in the list.
      if (!(error instanceof Error)) throw error;
    }
  }
}
