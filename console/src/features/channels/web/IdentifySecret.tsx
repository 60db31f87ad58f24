import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { failureText } from "../../session/failure-text.ts";
import { SecretOnce } from "./SecretOnce.tsx";

/** The secret that signs visitors in: replaced after a question, shown once. */
export function IdentifySecret({ channelid }: { channelid: string }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const change = useMutation({
    mutationFn: () => call("changeWidgetSecret", { params: { channelid } }),
  });
  const secret = change.data?.identify_secret;
  return (
    <>
      <p className="text-s text-text-2">{t("channelWeb.secret.hint")}</p>
      {secret ? (
        <SecretOnce secret={secret} onDone={() => change.reset()} />
      ) : (
        <Button onClick={() => setAsking(true)} disabled={change.isPending} className="justify-self-start">
          {t("channelWeb.secret.change")}
        </Button>
      )}
      {change.error && (
        <p role="alert" className="text-s text-danger">
          {failureText(change.error, t)}
        </p>
      )}
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t("channelWeb.secret.changeTitle")}
        description={t("channelWeb.secret.changeHint")}
      >
        <div className="mt-5 flex justify-end gap-2">
          <Button onClick={() => setAsking(false)}>{t("common.cancel")}</Button>
          <Button
            look="danger"
            onClick={() => {
              setAsking(false);
              change.mutate();
            }}
          >
            {t("channelWeb.secret.change")}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
