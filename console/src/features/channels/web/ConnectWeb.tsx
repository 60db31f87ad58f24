import { useTranslation } from "react-i18next";
import { ConnectFrame } from "../tab/ConnectFrame.tsx";
import type { ConnectProps } from "../tab/props.ts";
import { ConnectWidget } from "./ConnectWidget.tsx";

/** Creates a web chat. It has no credentials, so it is never connected again. */
export function ConnectWeb({ onConnected }: ConnectProps) {
  const { t } = useTranslation();
  const steps = [t("channelWeb.step.name"), t("channelWeb.step.paste"), t("channelWeb.step.look")];
  return (
    <ConnectFrame title={t("channelWeb.title")} steps={steps}>
      <ConnectWidget onConnected={onConnected} />
    </ConnectFrame>
  );
}
