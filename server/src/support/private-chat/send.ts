import type { createPrivateMessage as createBody, PrivateMessage } from "@parley/contract/private-chat";
import type { z } from "zod";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { accessChat } from "./access.ts";
import { appendPrivate, findPrivateRepeat } from "./append.ts";

/** A repeat of `messageid` returns the existing message. */
export async function sendPrivateMessage(
  scope: Scope<AgentActor>,
  { receiverid, content, messageid }: z.output<typeof createBody>,
): Promise<PrivateMessage> {
  const chat = await accessChat(scope, receiverid, { lock: true });
  const repeat = await findPrivateRepeat(scope, chat, messageid);
  return repeat ?? appendPrivate(scope, chat, { type: "text", content, id: messageid });
}
