import type { ChannelRow } from "@parley/contract/channels";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { usePlace } from "./tab/place.ts";
import { useChangeAccount } from "./use-change-account.ts";

/** Disconnects an account after a question, and leads to those that are left. */
export function DisconnectAccount({ account }: { account: ChannelRow }) {
  const { t } = useTranslation();
  const { from, go } = usePlace();
  const [asking, setAsking] = useState(false);
  const { name, platform } = account;
  const change = useChangeAccount(account, () => go(from ?? { service: platform }, { replace: true }));
  const disconnect = () => {
    setAsking(false);
    change.mutate("disconnect");
  };
  return (
    <>
      <div>
        <h3 className="text-s font-semibold">{t("channels.disconnect")}</h3>
        <p className="mt-0.5 text-xs text-text-3">{t("channels.disconnectHint")}</p>
      </div>
      <Button
        look="danger"
        disabled={change.isPending}
        onClick={() => setAsking(true)}
        className="justify-self-start"
        data-keep-clear
      >
        {t("channels.disconnect")}
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t("channels.disconnectTitle", { name })}
        description={t("channels.disconnectHint")}
      >
        <div className="mt-5 flex justify-end gap-2">
          <Button onClick={() => setAsking(false)}>{t("common.cancel")}</Button>
          <Button look="danger" onClick={disconnect}>
            {t("channels.disconnect")}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
