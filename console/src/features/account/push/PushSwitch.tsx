import { limits } from "@parley/contract/limits";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { BellOff, BellRing } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Refused, Unreachable } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { findObstacle, permission } from "./browser.ts";
import { checkPush, turnOff, turnOn } from "./push.ts";

/** Turns push notifications in this browser on and off. */
export function PushSwitch() {
  const { t } = useTranslation();
  const obstacle = findObstacle();
  const { data: on = false, isFetching } = useQuery({
    queryKey: keys.push,
    queryFn: checkPush,
    enabled: obstacle === null,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const { mutate, isPending } = useSwitch();
  if (obstacle) {
    return (
      <IconButton
        label={t(`push.${obstacle}`)}
        aria-disabled="true"
        className="cursor-not-allowed opacity-40"
      >
        <BellOff size={18} />
      </IconButton>
    );
  }
  const blocked = !on && permission() === "denied";
  return (
    <IconButton
      label={t(on ? "push.turnOff" : blocked ? "push.blocked" : "push.turnOn")}
      aria-busy={isFetching || isPending}
      onClick={() => !isPending && mutate(!on)}
    >
      {on ? <BellRing size={18} /> : <BellOff size={18} />}
    </IconButton>
  );
}

function useSwitch() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (wanted: boolean) => {
      await cache.cancelQueries({ queryKey: keys.push });
      if (wanted) return { on: await turnOn(), wanted };
      await turnOff();
      return { on: false, wanted };
    },
    onSuccess: ({ on, wanted }) => {
      cache.setQueryData(keys.push, on);
      if (on === wanted)
        toast(t(on ? "push.enabled" : "push.disabled"), "neutral", { hidesAfter: limits.toastHides });
    },
    onError: (error) => {
      // Other errors are the browser's: it has no push service or cannot reach it.
      const fromServer = error instanceof Refused || error instanceof Unreachable;
      toast(fromServer ? failureText(error, t) : t("push.failed"), "danger");
    },
  });
}
