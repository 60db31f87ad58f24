import type { Language } from "@parley/contract/sessions";
import type { Platform } from "@parley/contract/values";
import { useTranslation } from "react-i18next";
import { channelLooks } from "./registry.ts";

/** A platform's name in the language of the page. */
export function usePlatformName(): (platform: Platform) => string {
  const { i18n } = useTranslation();
  return (platform) => {
    const { name } = channelLooks[platform];
    return typeof name === "string" ? name : (name[i18n.language as Language] ?? name.en);
  };
}
