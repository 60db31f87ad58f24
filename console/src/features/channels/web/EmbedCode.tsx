import { Tabs } from "@base-ui/react/tabs";
import { useTranslation } from "react-i18next";
import { CopyCode } from "./CopyCode.tsx";
import { type EmbedWay, embedCode, embedWays, policyLines } from "./embed-code.ts";

type Props = { widget: { key: string; snippet: string } };

const ways = Object.entries(embedWays) as [EmbedWay, string][];

/** The code that puts the widget on a page, by how the page is made. */
export function EmbedCode({ widget }: Props) {
  const { t } = useTranslation();
  return (
    <Tabs.Root defaultValue="html" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Tabs.List aria-label={t("channelWeb.code.title")} className="flex flex-wrap gap-1">
        {ways.map(([way, name]) => (
          <Tabs.Tab
            key={way}
            value={way}
            className="rounded-chip px-2.5 py-1.5 text-s font-semibold text-text-2 hover:bg-raised-2 data-active:bg-raised-2 data-active:text-text max-phone:min-h-11"
          >
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {ways.map(([way, name]) => (
        <Tabs.Panel key={way} value={way} className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <p className="text-s text-text-2">{t(`channelWeb.code.${way}Hint`)}</p>
          <CopyCode label={name} code={embedCode(way, widget)} />
        </Tabs.Panel>
      ))}
      <details className="text-s text-text-2">
        <summary className="cursor-pointer rounded-chip py-1 max-phone:py-3">
          {t("channelWeb.code.policy")}
        </summary>
        <div className="mt-2">
          <CopyCode label={t("channelWeb.code.policyLines")} code={policyLines(widget)} />
        </div>
      </details>
    </Tabs.Root>
  );
}
