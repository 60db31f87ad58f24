import { useTranslation } from "react-i18next";
import { useProfile } from "../../session/viewer.ts";
import { AwayChoice } from "../../tickets/routing/AwayChoice.tsx";
import { ProfileRow } from "./ProfileRow.tsx";

/** The line of one's profile in which one says that one is away. */
export function OwnAway() {
  const { t } = useTranslation();
  return (
    <ProfileRow label={t("routing.away.label")}>
      <AwayChoice userid={useProfile().userid} />
    </ProfileRow>
  );
}
