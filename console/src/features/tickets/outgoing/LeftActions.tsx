import type { Outgoing } from "@parley/contract/outgoing";
import { UserCheck } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { useTakeBack, useTakeOver } from "./outgoing.ts";

/** A text whose writer has left is taken over, to be changed and sent as one's own, or discarded. */
export function LeftActions({ one }: { one: Outgoing }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const takeOver = useTakeOver(one);
  const discard = useTakeBack(one);
  const busy = takeOver.isPending || discard.isPending;
  const close = () => setAsking(false);
  return (
    <div className="mt-1 flex flex-wrap justify-end gap-1.5 max-phone:gap-1 max-phone:*:px-2.5!">
      <Button size="small" look="quiet" disabled={busy} onClick={() => setAsking(true)}>
        {t("sendLater.discard")}
      </Button>
      <Button size="small" disabled={busy} icon={<UserCheck size={14} />} onClick={() => takeOver.mutate()}>
        {t("sendLater.takeOver")}
      </Button>
      <Dialog
        open={asking}
        onClose={close}
        title={t("sendLater.discardTitle")}
        description={t("sendLater.discardHint", { name: one.user_name })}
      >
        <div className="mt-6 flex flex-wrap justify-end gap-2">
          <Button onClick={close}>{t("common.cancel")}</Button>
          <Button look="danger" disabled={busy} onClick={() => discard.mutate()}>
            {t("sendLater.discard")}
          </Button>
        </div>
      </Dialog>
    </div>
  );
}
