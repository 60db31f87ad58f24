import { fetchTemplatesSoon } from "../accounts/review-templates.ts";
import { changeTemplate } from "../accounts/store-templates.ts";
import type { EventOf, Receiving } from "./receiving.ts";

/** Applies a provider's report on a template. An unknown template is fetched with the others. */
export async function receiveTemplate(
  { scope, channel }: Pick<Receiving, "scope" | "channel">,
  { templateId, change }: EventOf<"template">,
): Promise<void> {
  const known = await changeTemplate(scope, templateId, change);
  if (!known) await fetchTemplatesSoon(scope, channel.id);
}
