import type { ChannelState } from "@parley/contract/channel-states";
import type { ChannelRow } from "@parley/contract/channels";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button.tsx";
import { reasonText } from "../../ui/reason-text.ts";
import { showDateTime } from "../../ui/time.ts";

const looks: Record<ChannelState, string> = {
  working: "bg-ok/10 text-ok",
  attention: "bg-warn/10 text-warn",
  broken: "bg-danger/10 text-danger",
};

export function StatePill({ state }: Pick<ChannelRow, "state">) {
  const { t } = useTranslation();
  return (
    <span className={`shrink-0 rounded-full px-2.5 py-0.5 text-xs font-semibold ${looks[state]}`}>
      {t(`channels.state.${state}`)}
    </span>
  );
}

type Props = {
  account: ChannelRow;
  /** True while a check is under way. */
  checking: boolean;
  onCheck: () => void;
  onConnect: () => void;
};

/**
 * The reason why an account does not work or deserves a look, since when, what waits, and what fixes it; renders
 * nothing for one that works.
 */
export function AccountFault({ account, checking, onCheck, onConnect }: Props) {
  const { t } = useTranslation();
  const { state, reason, since, mend, waiting } = account;
  if (state === "working") return null;
  const frame = state === "broken" ? "border-danger/25 bg-danger/10" : "border-warn/25 bg-warn/10";
  return (
    <div className={`grid gap-2 rounded-m border p-3 text-s ${frame}`}>
      <p className="font-semibold break-words">
        {reasonText(t, reason)} {since && t("channels.since", { time: showDateTime(since) })}
      </p>
      <p className="text-text-2">
        {state === "broken" &&
          `${waiting > 0 ? `${t("channels.waits", { count: waiting })} ` : ""}${t("channels.nothingLost")} `}
        {mend && t(`channels.mend.${mend}`)}
      </p>
      <div className="flex flex-wrap gap-2">
        {mend === "connect_again" && (
          <Button look="primary" onClick={onConnect}>
            {t("channels.connectAgain")}
          </Button>
        )}
        <Button disabled={checking} onClick={onCheck}>
          {t("channels.checkAgain")}
        </Button>
      </div>
    </div>
  );
}
