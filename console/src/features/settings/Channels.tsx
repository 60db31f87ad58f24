import { Tabs } from "@base-ui/react/tabs";
import { useTranslation } from "react-i18next";
import { TelegramTab } from "./TelegramTab.tsx";

/** The communication services. */
export function Channels() {
  const { t } = useTranslation();
  const tab =
    "rounded-chip px-3 py-1.5 text-s font-semibold text-text-2 data-active:bg-raised-2 data-active:text-text max-phone:min-h-11";
  return (
    <Tabs.Root defaultValue="telegram">
      <Tabs.List className="mb-4 inline-flex gap-1 rounded-m border border-line bg-pane p-1">
        <Tabs.Tab value="telegram" className={tab}>
          {t("tickets.platform.telegram")}
        </Tabs.Tab>
        <Tabs.Tab value="whatsapp" className={tab}>
          {t("tickets.platform.whatsapp")}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="telegram">
        <TelegramTab />
      </Tabs.Panel>
      <Tabs.Panel value="whatsapp">
        <p className="py-10 text-center text-text-3">{t("settings.comingSoon")}</p>
      </Tabs.Panel>
    </Tabs.Root>
  );
}
