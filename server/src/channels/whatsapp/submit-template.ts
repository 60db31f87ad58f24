/** Submits a template for review (business management API, message templates). */
import type { MessageTemplate } from "@parley/contract/templates";
import type { submitWhatsappTemplate } from "@parley/contract/whatsapp";
import { z } from "zod";
import type { Caller } from "../../floor/actors/caller.ts";
import type { Context } from "../../floor/context.ts";
import { checkRights, inCompany } from "../../floor/database/scope.ts";
import { awaitReview } from "../accounts/review-templates.ts";
import { addTemplate } from "../accounts/store-templates.ts";
import { accessAccount, askOrThrow } from "./accounts.ts";
import { toProvider } from "./template-components.ts";
import { nameOfTemplate } from "./template-name.ts";
import { checkVariables, formatOf } from "./template-variables.ts";

type Submitted = z.output<typeof submitWhatsappTemplate>;

/** Throws 400 with the provider's reason when it refuses. */
export async function submitTemplate(
  context: Context,
  caller: Caller,
  { template_title: title, template_text: body, channelid, category, language, ...rest }: Submitted,
): Promise<MessageTemplate> {
  const { header, footer, buttons, samples } = rest;
  const variables = checkVariables({ header, body, samples });
  const account = await accessAccount(context, caller, channelid);
  await checkRights(context, caller);
  const name = nameOfTemplate(title);
  const parts = { header, body, footer, buttons, variables };
  const { accessToken, wabaId } = account.credentials;
  const answer = await askOrThrow(context, accessToken, `${wabaId}/message_templates`, {
    method: "POST",
    json: {
      ...{ name, language },
      category: category.toUpperCase(),
      ...(variables.length > 0 && { parameter_format: formatOf(variables) }),
      components: toProvider(parts),
    },
    result: z.object({
      id: z.coerce.string(),
      status: z.string().default("PENDING"),
      category: z.string().default(category),
    }),
  });
  return inCompany(context, caller, async (scope) => {
    await awaitReview(scope, account.row.id);
    const known = {
      providerId: answer.id,
      ...{ name, language },
      category: answer.category.toLowerCase(),
      status: answer.status.toLowerCase(),
      reason: null,
      components: { ...parts, other: false },
    };
    return addTemplate(scope, account.row.id, known, title);
  });
}
