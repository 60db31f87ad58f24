import { useTranslation } from "react-i18next";
import type { AccountProps } from "../tab/props.ts";
import { CopyLine } from "./CopyLine.tsx";

/** A line of curl that hands in a message: it works when pasted with a key in it. */
export function GatewayDetails({ account: { channelid } }: AccountProps) {
  const { t } = useTranslation();
  const body = { id: "sms-1", from: { id: "+447700900123", name: "Ada" }, text: "Hello!" };
  const line = [
    `curl ${window.location.origin}/api/v1/channels/${channelid}/messages`,
    `-H "Authorization: Bearer $PARLEY_KEY"`,
    `-H "Content-Type: application/json"`,
    `-d '${JSON.stringify(body)}'`,
  ].join(" \\\n  ");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="text-s text-text-2">{t("channelGateway.keyHint")}</p>
      <CopyLine label={t("channelGateway.handIn")} text={line} />
    </div>
  );
}
