import { useQueryClient } from "@tanstack/react-query";
import { shortName } from "../../tickets/mail-head/addresses.ts";
import { drop, type Unsent } from "../../tickets/sending/outbox.ts";
import { cancelUpload, sendAgain, sendFileAgain } from "../../tickets/sending/sending.ts";
import { UnsentBubble } from "./UnsentBubble.tsx";

/** An unconfirmed message to a client. */
export function UnsentRow({ unsent }: { unsent: Unsent }) {
  const cache = useQueryClient();
  return (
    <UnsentBubble
      unsent={unsent}
      note={
        unsent.mail && [...unsent.mail.to, ...unsent.mail.cc, ...unsent.mail.bcc].map(shortName).join(", ")
      }
      onCancel={() => cancelUpload(unsent.messageid)}
      onRetry={() => sendAgain(cache, unsent)}
      onChooseFile={(file) => sendFileAgain(cache, unsent, file)}
      onDiscard={() => drop(unsent.messageid)}
    />
  );
}
