import { useQueryClient } from "@tanstack/react-query";
import { drop, type Unsent } from "../outbox.ts";
import { cancelUpload, sendAgain } from "../sending.ts";
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
