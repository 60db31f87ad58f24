import { useQueryClient } from "@tanstack/react-query";
import { UnsentBubble } from "../../chat/message-kinds/UnsentBubble.tsx";
import type { Unsent } from "./outbox.ts";
import { giveUp, sendAgain, sendFileAgain } from "./sending.ts";

/** An unconfirmed message to a colleague. */
export function UnsentRow({ unsent }: { unsent: Unsent }) {
  const cache = useQueryClient();
  const leave = () => giveUp(unsent.messageid);
  return (
    <UnsentBubble
      narrow
      unsent={unsent}
      onCancel={leave}
      onRetry={() => sendAgain(cache, unsent)}
      onChooseFile={(file) => sendFileAgain(cache, unsent, file)}
      onDiscard={leave}
    />
  );
}
