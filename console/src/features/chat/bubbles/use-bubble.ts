import { type BubbleFacts, fillBubble, mayNameField } from "@parley/contract/bubble-variables";
import type { BubbleFile } from "@parley/contract/shared-bubbles";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { useProfile } from "../../session/viewer.ts";
import { arm } from "../../tickets/sending/extras.ts";
import type { WithFields } from "./field-facts.ts";
import { type Choice, isMacro, isShared } from "./shared-query.ts";

type Use = {
  ticket: ({ ticketid: string; client_name: string } & WithFields) | null;
  onText: (text: string) => void;
  onFiles: (files: BubbleFile[]) => void;
};

/** Inserts a bubble: its text with the variables filled in, its files, and a macro that runs when the text is sent. */
export function useBubble({ ticket, onText, onFiles }: Use): (bubble: Choice) => void {
  const { firstName } = useProfile();
  const cache = useQueryClient();
  const facts: BubbleFacts = {
    ticket: ticket && { id: ticket.ticketid, clientName: ticket.client_name },
    agentFirstName: firstName,
  };
  async function insertWithFields(content: string, of: WithFields) {
    const { readFieldFacts } = await import("./field-facts.ts");
    onText(fillBubble(content, { ...facts, fields: await readFieldFacts(cache, of) }));
  }
  return (bubble) => {
    if (ticket && mayNameField(bubble.content)) void insertWithFields(bubble.content, ticket);
    else onText(fillBubble(bubble.content, facts));
    if (!isShared(bubble)) return;
    if (bubble.files.length > 0) onFiles(bubble.files);
    // A macro counts itself when it runs.
    if (!isMacro(bubble)) return void countUse(bubble.bubbleid);
    const { bubbleid, name, actions, updated_on } = bubble;
    if (ticket) arm(ticket.ticketid, { bubbleid, name, actions, updated_on });
  };
}

/** A use that is not counted is nothing to tell the agent. */
async function countUse(bubbleid: string): Promise<void> {
  await Promise.allSettled([call("countBubbleUse", { body: { bubbleid } })]);
}
