/** Connects another web chat. No provider is asked; each connection is a separate widget. */
import { createHash, randomUUID } from "node:crypto";
import { widgetSettings } from "@parley/contract/widget";
import { z } from "zod";
import { inCompany } from "../../floor/database/scope.ts";
import { record } from "../../floor/ledger/record.ts";
import { writeAccount } from "../accounts/account.ts";
import { channelsChanged } from "../accounts/changes.ts";
import type { Connect } from "../seam/module.ts";
import { checkSettings, newKey, newSecret, platform, settingsWith, snippetOf } from "./widget/settings.ts";

const body = z.object({
  name: z.string().trim().min(1).max(200),
  origins: widgetSettings.shape.origins.default([]),
  departments: widgetSettings.shape.departments.default([]),
});

export const connect: Connect<typeof body> = {
  body,
  async account(context, by, { name, origins, departments }, { departmentId }) {
    const [id, key, secret] = [randomUUID(), newKey(), newSecret()];
    await inCompany(context, by, async (scope) => {
      const settings = settingsWith({ origins, departments });
      await checkSettings(scope, settings);
      await writeAccount(
        scope,
        { id, platform, externalId: key, name, inUse: "platform_unknown" },
        {
          username: null,
          credentials: context.secrets.seal(secret),
          webhook_secret_hash: createHash("sha256").update(secret).digest(),
          options: JSON.stringify(settings),
          department_id: departmentId ?? null,
        },
      );
      await record(scope, { kind: "channel_connect", subject: id, name, facts: {} });
    });
    channelsChanged(context);
    const answer = { key, snippet: snippetOf(context.config, key), identify_secret: secret };
    return { channelId: id, answer };
  },
  once: ({ key, snippet, identify_secret }) => ({ key, snippet, identify_secret }),
  command: null,
};
