import type { ChannelRow, ChannelState } from "@parley/contract/channels";
import { useTranslation } from "react-i18next";
import { reasonText } from "../../ui/reason-text.ts";
import { showDateTime } from "../../ui/time.ts";

const looks: Record<ChannelState, string> = {
  working: "bg-ok/10 text-ok",
  attention: "bg-warn/10 text-warn",
  broken: "bg-danger/10 text-danger",
};

/** How an account does; with a fault why, since when, and what mends it. */
export function AccountState({ account }: { account: ChannelRow }) {
  const { t } = useTranslation();
  const { state, reason, since, mend } = account;
  const pill = (
    <span className={`justify-self-start rounded-full px-2.5 py-0.5 text-xs font-semibold ${looks[state]}`}>
      {t(`channels.state.${state}`)}
    </span>
  );
  if (state === "working") return pill;
  return (
    <>
      {pill}
      <div className="grid gap-1.5 rounded-m border border-danger/25 bg-danger/10 p-3 text-s">
        <p className="font-semibold">
          {reasonText(t, reason)} {since && t("channels.since", { time: showDateTime(since) })}
        </p>
        {mend && <p className="text-text-2">{t(`channels.mend.${mend as "connect_again"}`)}</p>}
      </div>
    </>
  );
}
