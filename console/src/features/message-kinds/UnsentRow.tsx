import { useQueryClient } from "@tanstack/react-query";
import { drop, type Unsent } from "../sending/outbox.ts";
import { cancelUpload, sendAgain } from "../sending/sending.ts";
import { UnsentBubble } from "./UnsentBubble.tsx";

/** To a client, not confirmed yet. */
export function UnsentRow({ unsent }: { unsent: Unsent }) {
  const cache = useQueryClient();
  return (
    <UnsentBubble
      unsent={unsent}
      onCancel={() => cancelUpload(unsent.messageid)}
      onRetry={() => sendAgain(cache, unsent)}
      onDiscard={() => drop(unsent.messageid)}
    />
  );
}
