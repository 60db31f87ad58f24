import type { Scope } from "../../floor/database/scope.ts";
import type { Tasks } from "../../floor/database/tasks.ts";
import { idsMergedIn } from "../ticket/merged.ts";

type News = Omit<Tasks["notice_follower"], "companyId" | "agentId" | "tries">;

/** Enqueues what a ticket's handler is told for each who follows it, or one that was merged into it, except those whom it is about. */
export async function tellFollowers(scope: Scope, news: News, except: (string | null)[]): Promise<void> {
  const followers = await scope.db
    .selectFrom("ticket_follower")
    .select("agent_id")
    .where("company_id", "=", scope.companyId)
    .where("ticket_id", "in", idsMergedIn(news.ticketId))
    .groupBy("agent_id")
    .orderBy(({ fn }) => fn.min("followed_on"))
    .execute();
  for (const { agent_id: agentId } of followers) {
    if (except.includes(agentId)) continue;
    const payload = { ...news, agentId };
    await scope.enqueue("notice_follower", payload, { key: followerKey(payload), tries: 5 });
  }
}

/** The key of the job that adds the line. */
export const followerKey = ({ about, ticketId, messageId, agentId }: News & { agentId: string }): string =>
  `follower:${about}:${messageId ?? ticketId}:${agentId}`;
