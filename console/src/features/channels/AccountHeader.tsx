import type { ChannelRow } from "@parley/contract/channels";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../ui/IconButton.tsx";
import { StatePill } from "./AccountState.tsx";
import { usePlatformName } from "./name.ts";
import { PlatformLogo } from "./PlatformLogo.tsx";
import { RenameAccount } from "./RenameAccount.tsx";
import { useChangeAccount } from "./use-change-account.ts";
import { usernameOf } from "./username.ts";

/** The name of an account, which can be changed here, its platform and its state. */
export function AccountHeader({ account }: { account: ChannelRow }) {
  const { t } = useTranslation();
  const platformName = usePlatformName();
  const [renaming, setRenaming] = useState(false);
  const change = useChangeAccount(account);
  const { platform, name, state } = account;
  const known = [platformName(platform), usernameOf(account)].filter(Boolean).join(" · ");
  return (
    <div className="flex items-center gap-3">
      <PlatformLogo platform={platform} />
      {renaming ? (
        <RenameAccount
          name={name}
          onDone={(to) => {
            setRenaming(false);
            if (to && to !== name) change.mutate({ name: to });
          }}
        />
      ) : (
        <div className="min-w-0 flex-1">
          <h2 className="line-clamp-2 text-l font-semibold tracking-tight break-words" title={name}>
            {name}
          </h2>
          <p className="text-s break-words text-text-3">{known}</p>
        </div>
      )}
      <StatePill state={state} />
      {!renaming && (
        <IconButton label={t("channels.rename", { name })} onClick={() => setRenaming(true)}>
          <Pencil size={16} />
        </IconButton>
      )}
    </div>
  );
}
