import { useTranslation } from "react-i18next";
import { SectionTitle } from "../../ui/SectionTitle.tsx";
import { PlatformChoice } from "./PlatformChoice.tsx";
import { BackLink } from "./tab/BackLink.tsx";

/** Chooses the platform of a new account. */
export function AddChannel() {
  const { t } = useTranslation();
  return (
    <div className="grid gap-3">
      <BackLink home={{}} />
      <SectionTitle title={t("channels.add")} note={t("channels.addHint")} />
      <PlatformChoice />
    </div>
  );
}
