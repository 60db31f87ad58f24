import type { AgentRow } from "@parley/contract/agents";
import { useMutation } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { FormMessage } from "../../../ui/FormMessage.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { toast } from "../../../ui/toast.ts";
import { nameOf } from "../../people/colleagues/name.ts";
import { failureText } from "../../session/failure-text.ts";

/** Sends an agent a link to choose a new password. */
export function SendReset({ agent }: { agent: AgentRow }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const { userid, email } = agent;
  const send = useMutation({
    mutationFn: () => call("sendReset", { body: { userid } }),
    onSuccess: ({ mailed }) => {
      toast(mailed ? t("adminAgents.resetSent", { email }) : t("adminAgents.resetPrinted"));
      setAsking(false);
    },
  });
  const open = () => {
    send.reset();
    setAsking(true);
  };
  return (
    <>
      <IconButton label={t("adminAgents.reset")} onClick={open}>
        <KeyRound size={18} />
      </IconButton>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t("adminAgents.resetTitle", { name: nameOf(agent) })}
        description={t("adminAgents.resetHint", { email })}
      >
        <div className="mt-4 grid gap-3">
          <FormMessage error={send.error && failureText(send.error, t)} />
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={() => setAsking(false)}>{t("common.cancel")}</Button>
            <Button look="primary" disabled={send.isPending} onClick={() => send.mutate()}>
              {t("adminAgents.resetSend")}
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  );
}
