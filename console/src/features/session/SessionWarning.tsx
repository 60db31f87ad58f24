import { limits } from "@parley/contract/limits";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Clock } from "lucide-react";
import { useTranslation } from "react-i18next";
import { call } from "../../api/client.ts";
import { keys, sessionQuery } from "../../api/queries.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { showTime } from "../../ui/time.ts";
import { toast } from "../../ui/toast.ts";
import { failureText } from "./failure-text.ts";

/** Shown in the last ten minutes of a session. Any call of the console extends it; fetching its state does not. */
export function SessionWarning() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  // An idle session's answers are all equal; `dataUpdatedAt` says how late it is.
  const { data: session, dataUpdatedAt } = useQuery(sessionQuery);
  const stay = useMutation({
    mutationFn: async (end: string) => {
      await call("getPreferences");
      await cache.invalidateQueries({ queryKey: keys.session });
      return end;
    },
    onError: (error) => toast(failureText(error, t), "danger"),
  });
  if (session?.status !== "valid") return null;
  if (Date.parse(session.expires) - dataUpdatedAt > limits.sessionWarning) return null;
  // Seven days are the limit: no use extends that.
  const last = stay.data === session.expires;
  return (
    <Banner
      tone="warn"
      icon={<Clock size={16} />}
      text={t(last ? "session.last" : "session.warning", { time: showTime(session.expires) })}
    >
      {!last && (
        <Button size="small" disabled={stay.isPending} onClick={() => stay.mutate(session.expires)}>
          {t("session.stay")}
        </Button>
      )}
    </Banner>
  );
}
