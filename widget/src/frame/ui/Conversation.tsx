import type { VisitorConversation } from "@parley/contract/visitors";
import type { WidgetFrame } from "@parley/contract/widget";
import { useEffect, useRef, useState } from "preact/hooks";
import { fetchNewest, ignoreUnreachable } from "../state/conversations.ts";
import { useChat } from "../state/store.ts";
import { t } from "../texts.ts";
import { Composer, type ComposerHandle } from "./Composer.tsx";
import { Messages } from "./Messages.tsx";
import { Notice, OfflineBar } from "./Notice.tsx";
import { Top } from "./Top.tsx";
import { opening } from "./times.ts";
import type { Writing } from "./writing.ts";

export function Conversation({ id, settings }: { id: string | null; settings: WidgetFrame }) {
  const conversation = useChat((state) => state.conversations.find((one) => one.id === id) ?? null);
  const loaded = useChat((state) => (id ? state.chats[id] !== undefined : true));
  const offline = useChat((state) => state.offline);
  const [writing, setWriting] = useState<Writing>(null);
  const [dropping, setDropping] = useState(false);
  const composer = useRef<ComposerHandle>(null);
  const { company } = settings;

  useEffect(() => {
    setWriting(null);
    if (id && !loaded) fetchNewest(id).catch(ignoreUnreachable);
  }, [id]);

  function drag(event: DragEvent) {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    setDropping(event.type === "dragover");
    if (event.type === "drop") composer.current?.addFiles([...event.dataTransfer.files]);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; files have a button too
    <div class="view" onDragOver={drag} onDragLeave={drag} onDrop={drag}>
      <Top title={conversation?.agent?.name ?? company} line={stateLine(conversation, settings, offline)} />
      <div class="middle">
        <OfflineBar />
        <Notice />
        <Messages id={id} conversation={conversation} settings={settings} write={setWriting} />
        {dropping && <div class="dropping">{t("send.drop")}</div>}
      </div>
      <Composer
        id={id}
        handle={composer}
        settings={settings}
        placeholder={placeholder(conversation)}
        writing={writing}
        setWriting={setWriting}
      />
    </div>
  );
}

function stateLine(
  conversation: VisitorConversation | null,
  { company, hours }: WidgetFrame,
  offline: boolean,
) {
  if (offline) return t("top.connecting");
  if (conversation?.agent?.online) return t("top.online", { company });
  if (!hours.open) {
    return hours.opens
      ? t("top.closed_until", { when: opening(hours.opens, hours.time_zone) })
      : t("top.closed_now");
  }
  return conversation?.agent ? company : "";
}

function placeholder(conversation: VisitorConversation | null): string {
  if (conversation?.state !== "closed") return t("chat.write");
  const { reopens_until } = conversation;
  return reopens_until && Date.parse(reopens_until) > Date.now()
    ? t("chat.write_reopen")
    : t("chat.write_anew");
}
