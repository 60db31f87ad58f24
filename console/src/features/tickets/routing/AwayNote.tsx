import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { awayQuery } from "./queries.ts";

/** Says beside a colleague that they are away, and who takes over. */
export function AwayNote({ userid }: { userid: string }) {
  const { t } = useTranslation();
  const { data } = useQuery(awayQuery);
  const away = data?.away.find((one) => one.userid === userid);
  if (!away) return null;
  return (
    <span className="block text-xs wrap-anywhere text-warn">
      {away.cover ? t("routing.away.covered", { name: away.cover.user_name }) : t("routing.away.label")}
    </span>
  );
}
