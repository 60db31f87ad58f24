import { useQueryClient } from "@tanstack/react-query";
import { CloudOff, MessagesSquare, UserX } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Refused } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { PaneState } from "../../../ui/States.tsx";
import { DropTarget } from "../../chat/composer/DropTarget.tsx";
import { LoadingMessages } from "../../chat/conversation/LoadingMessages.tsx";
import { useColleagues } from "../../session/colleagues.ts";
import { usePlace } from "../../tickets/list/place.ts";
import { forget, usePrivateChat } from "./chat.ts";
import { PrivateComposer } from "./PrivateComposer.tsx";
import { PrivateHeader } from "./PrivateHeader.tsx";
import { PrivateMessages } from "./PrivateMessages.tsx";
import { usePanelFocus } from "./panel-focus.ts";

type Props = { userid: string; open: boolean };

/** A private chat beside the rest of the screen; on a phone, instead of it. */
export function PrivateChatPanel({ userid, open }: Props) {
  const { t } = useTranslation();
  const { go } = usePlace();
  const cache = useQueryClient();
  const panel = useRef<HTMLElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const { data: colleagues } = useColleagues();
  const colleague = colleagues && (colleagues.find((one) => one.userid === userid) ?? null);
  const name = colleague ? `${colleague.first_name} ${colleague.last_name}` : "";
  const close = () => go({ colleague: null });
  const pressed = usePanelFocus({ panel, userid, open, close });
  useEffect(() => () => forget(cache, userid), [cache, userid]);
  return (
    <section
      ref={panel}
      tabIndex={-1}
      data-private-chat
      aria-label={t("privateChat.region", { name })}
      inert={!open}
      onKeyDown={pressed}
      className={`fixed top-14 right-0 bottom-0 z-30 flex w-[min(420px,100vw)] flex-col border-l border-line-strong bg-pane shadow-float outline-none transition duration-200 max-phone:inset-0 max-phone:w-full max-phone:border-0 ${open ? "animate-arrive" : "translate-x-6 opacity-0 max-phone:translate-x-0"}`}
    >
      <PrivateHeader colleague={colleague} onClose={close} />
      <Body userid={userid} name={name} gone={colleague === null} open={open} onDrop={setFile}>
        <PrivateComposer userid={userid} name={name} file={file} onFile={setFile} />
      </Body>
    </section>
  );
}

type BodyProps = {
  userid: string;
  name: string;
  /** True for a former colleague, though the chat may still be cached. */
  gone: boolean;
  open: boolean;
  onDrop: (file: File) => void;
  children: ReactNode;
};

function Body({ userid, name, gone, open, onDrop, children }: BodyProps) {
  const { t } = useTranslation();
  const { data: chat, error, refetch } = usePrivateChat(userid);
  if (gone || (!chat && error instanceof Refused)) {
    return (
      <PaneState alert icon={<UserX />} title={t("privateChat.gone")} hint={t("privateChat.goneHint")} />
    );
  }
  if (!chat && error) {
    return (
      <PaneState alert icon={<CloudOff />} title={t("privateChat.failed")}>
        <Button onClick={() => refetch()}>{t("common.retry")}</Button>
      </PaneState>
    );
  }
  if (!chat) return <LoadingMessages />;
  return (
    <DropTarget enabled onDrop={onDrop}>
      <PrivateMessages
        userid={userid}
        chat={chat}
        open={open}
        empty={
          <PaneState
            icon={<MessagesSquare />}
            title={t("privateChat.empty", { name })}
            hint={t("privateChat.emptyHint")}
          />
        }
      />
      {children}
    </DropTarget>
  );
}
