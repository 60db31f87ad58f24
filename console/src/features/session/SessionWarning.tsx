import { limits } from "@parley/contract/limits";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Clock } from "lucide-react";
import { useTranslation } from "react-i18next";
import { get } from "../../api/client.ts";
import { keys, sessionQuery } from "../../api/queries.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { showTime } from "../../ui/time.ts";

/** In the last ten minutes of a session. Any call of the console extends it; asking whether it is valid does not. */
export function SessionWarning() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { data: session } = useQuery(sessionQuery);
  if (session?.status !== "valid") return null;
  if (Date.parse(session.expires) - Date.now() > limits.sessionWarning) return null;
  const stay = async () => {
    await get("/auth/get-user-pref");
    await cache.invalidateQueries({ queryKey: keys.session });
  };
  return (
    <Banner
      tone="warn"
      icon={<Clock size={16} />}
      text={t("session.warning", { time: showTime(session.expires) })}
    >
      <Button size="small" onClick={stay}>
        {t("session.stay")}
      </Button>
    </Banner>
  );
}
