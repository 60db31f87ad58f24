import type { ChannelRow } from "@parley/contract/channels";
import type { Platform } from "@parley/contract/values";
import { ConnectForm } from "./ConnectForm.tsx";
import { BackLink } from "./tab/BackLink.tsx";

type Props = { platform: Platform; accounts: ChannelRow[]; again: ChannelRow | undefined };

/** A form that connects an account, on a page of its own. */
export function ConnectPage({ platform, accounts, again }: Props) {
  return (
    <div className="grid gap-3">
      <BackLink
        home={again ? { service: platform, account: again.channelid } : { service: platform }}
        quiet
      />
      <ConnectForm platform={platform} accounts={accounts} again={again} focused />
    </div>
  );
}
