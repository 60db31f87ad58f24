import { limits } from "@parley/contract/limits";
import { Check, WifiOff } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useConnection } from "../../../api/connection.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { showTime } from "../../../ui/time.ts";

const caughtUpShownFor = 6000;

/** Shows that the screen may be out of date, and when it no longer is. Short interruptions show nothing. */
export function ConnectionBanner() {
  const { t } = useTranslation();
  const connection = useConnection();
  const away = connection.state === "offline" || connection.state === "catchingUp";
  const late = useAfter(away, limits.offlineBannerAfter);
  const [announced, setAnnounced] = useState(false);
  const caughtUpAt = connection.state === "live" ? connection.caughtUpAt : null;
  const recent = !useAfter(caughtUpAt !== null, caughtUpShownFor);
  useEffect(() => {
    if (late) setAnnounced(true);
    if (!recent) setAnnounced(false);
  }, [late, recent]);

  if (late) {
    const text = t(connection.state === "catchingUp" ? "connection.catchingUp" : "connection.offline");
    return <Banner tone="warn" icon={<WifiOff size={16} />} text={text} />;
  }
  if (caughtUpAt && announced && recent) {
    const text = t("connection.caughtUp", { time: showTime(caughtUpAt.toISOString()) });
    return <Banner tone="ok" icon={<Check size={16} />} text={text} />;
  }
  return null;
}

/** True once `on` has held for so many milliseconds. */
function useAfter(on: boolean, milliseconds: number): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    setPassed(false);
    if (!on) return;
    const timer = setTimeout(() => setPassed(true), milliseconds);
    return () => clearTimeout(timer);
  }, [on, milliseconds]);
  return on && passed;
}
