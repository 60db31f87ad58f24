import type { ChannelRow } from "@parley/contract/channels";
import type { Language } from "@parley/contract/sessions";
import type { WidgetFrame } from "@parley/contract/widget";
import { useQuery } from "@tanstack/react-query";
import { MessageCircle } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { channelsQuery, departmentsQuery } from "../../../api/queries.ts";
import { useTheme } from "../../../ui/theme.ts";
import { useProfile } from "../../session/viewer.ts";
import type { WidgetDraft } from "./draft.ts";
import { frameOf } from "./preview-frame.ts";

type Props = { account: ChannelRow; widgetKey: string; draft: WidgetDraft; language: Language };

/**
 * The visitor's own frame with the draft's settings, and the button that opens it. Nothing in it reaches the server.
 */
export function Preview({ account: { name }, widgetKey, draft, language }: Props) {
  const { t } = useTranslation();
  const title = useId();
  const { companyName: company } = useProfile();
  const { data: channels = [] } = useQuery(channelsQuery);
  const { data: departments = [] } = useQuery(departmentsQuery);
  const { theme: ofConsole } = useTheme();
  const theme = draft.theme === "dark" || draft.theme === "light" ? draft.theme : ofConsole;
  const settings = frameOf(draft, { key: widgetKey, name, company, language, departments, channels });
  const frame = useFrame({ parley: "preview", settings, theme });
  return (
    <section aria-labelledby={title} className="sticky top-4 grid content-start gap-3 max-tablet:static">
      <h3 id={title} className="text-s font-semibold text-text-2">
        {t("channelWeb.preview.title")}
      </h3>
      <iframe
        ref={frame}
        src={`/chat/frame/${widgetKey}?preview`}
        title={t("channelWeb.preview.frame")}
        className="h-[560px] w-full rounded-card border border-line-strong bg-pane shadow-float"
      />
      <span
        aria-hidden="true"
        style={{ backgroundColor: settings.colour, color: settings.on_colour }}
        className={`grid size-14 place-items-center rounded-full shadow-float ${draft.side === "left" ? "justify-self-start" : "justify-self-end"}`}
      >
        <MessageCircle size={26} />
      </span>
    </section>
  );
}

type PreviewMessage = { parley: "preview"; settings: WidgetFrame; theme: "light" | "dark" };

/** Sends the message once the frame listens, and again whenever it changes. */
function useFrame(message: PreviewMessage) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [listening, setListening] = useState(0);
  useEffect(() => {
    const onMessage = ({ source, origin, data }: MessageEvent) => {
      if (source !== frame.current?.contentWindow || origin !== location.origin) return;
      if (data?.parley === "preview-ready") setListening((times) => times + 1);
    };
    window.addEventListener("message", onMessage);
    return () => window.removeEventListener("message", onMessage);
  }, []);
  const text = JSON.stringify(message);
  useEffect(() => {
    if (listening > 0) frame.current?.contentWindow?.postMessage(JSON.parse(text), location.origin);
  }, [listening, text]);
  return frame;
}
