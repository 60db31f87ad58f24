/** The sample company's web chat, on the pages of its shop. */

import type { Context } from "../../server/src/floor/context.ts";
import type { Shop } from "../../simulator/src/shop/server.ts";

/** The shop shows the chat from now on. */
export async function plantShop(context: Context, companyId: string, shop: Shop): Promise<void> {
  const web = context.channels.find("web");
  if (!web) throw new Error("There is no channel module for web");
  const body = web.connect.body.parse({ name: "Harbour Travel", origins: [shop.url] });
  const { answer } = await web.connect.account(context, { kind: "desk", companyId }, body, {});
  shop.show({ desk: context.config.publicUrl, key: String(answer.key) });
}
