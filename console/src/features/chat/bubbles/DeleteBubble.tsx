import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call, Refused } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { apply } from "./cache.ts";

type Props = { bubbleid: string; name: string; onDeleted: () => void };

/** Asks first, since the bubble is deleted on every device. */
export function DeleteBubble({ bubbleid, name, onDeleted }: Props) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const [asking, setAsking] = useState(false);
  const gone = () => {
    setAsking(false);
    onDeleted();
    apply(cache, { name: "deleteBubble", payload: { bubbleid } });
    toast(t("bubbles.deleted"));
  };
  const erase = useMutation({
    mutationFn: () => call("deleteBubble", { params: { id: bubbleid } }),
    onSuccess: gone,
    onError: (error) => {
      // Another tab was faster.
      if (error instanceof Refused && error.status === 404) gone();
      else toast(t("bubbles.deleteFailed", { reason: failureText(error, t) }), "danger");
    },
  });
  return (
    <>
      <Button look="danger" icon={<Trash2 size={16} />} onClick={() => setAsking(true)}>
        {t("bubbles.delete")}
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t("bubbles.deleteTitle")}
        description={t("bubbles.deleteHint", { name })}
      >
        <div className="mt-6 flex justify-end gap-2">
          <Button onClick={() => setAsking(false)}>{t("common.cancel")}</Button>
          <Button look="danger" disabled={erase.isPending} onClick={() => erase.mutate()}>
            {t("bubbles.delete")}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
