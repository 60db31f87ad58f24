import type { Device } from "@parley/contract/sessions";
import { useTranslation } from "react-i18next";

export function useDeviceName(): (device: Device) => string {
  const { t } = useTranslation();
  return ({ browser, os }) => {
    if (browser && os) return t("profile.browserOn", { browser, os });
    return browser ?? os ?? t("profile.unknownDevice");
  };
}
