import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { channelsQuery } from "../../../api/queries.ts";
import { ConnectWidget } from "./ConnectWidget.tsx";
import { useWidgetPlace } from "./place.ts";
import { WidgetEditor } from "./WidgetEditor.tsx";

/** The widgets of the company and how to create one, or the settings of one of them. */
export function WebTab({ accounts }: { accounts?: ReactNode }) {
  const { t } = useTranslation();
  const title = useId();
  const { shown, go } = useWidgetPlace();
  const { data: channels = [] } = useQuery(channelsQuery);
  const account = channels.find(({ channelid }) => channelid === shown);
  if (account) return <WidgetEditor key={account.channelid} account={account} onBack={() => go(null)} />;
  return (
    <>
      {accounts}
      <section
        aria-labelledby={title}
        className="grid max-w-140 grid-cols-[minmax(0,1fr)] gap-1 rounded-card border border-line bg-pane p-5"
      >
        <h2 id={title} className="font-semibold">
          {t("channelWeb.title")}
        </h2>
        <ConnectWidget />
      </section>
    </>
  );
}
