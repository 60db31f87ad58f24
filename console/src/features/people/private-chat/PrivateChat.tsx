import { limits } from "@parley/contract/limits";
import { Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { readPlace } from "../../../paths.ts";
import { preloadedPart } from "../../../ui/lazy-part.ts";
import { toast } from "../../../ui/toast.ts";
import { usePlace } from "../../tickets/list/place.ts";
import { onPrivateMessage } from "./arrivals.ts";

const PrivateChatPanel = preloadedPart(
  async () => (await import("./PrivateChatPanel.tsx")).PrivateChatPanel,
  "message",
  "privateChat",
  "reasons",
);

/** The private chat that the address names. It stays mounted for its closing animation. */
export function PrivateChat() {
  const { colleague } = usePlace();
  const shown = useLingering(colleague);
  useNotice();
  if (!shown) return null;
  return (
    <Suspense>
      <PrivateChatPanel key={shown} userid={shown} open={colleague === shown} />
    </Suspense>
  );
}

/** The last named colleague, until shortly after the address names none. */
function useLingering(colleague: string | null): string | null {
  const [last, setLast] = useState(colleague);
  if (colleague && colleague !== last) setLast(colleague);
  useEffect(() => {
    if (colleague) return;
    const timer = setTimeout(() => setLast(null), limits.privateChatClears);
    return () => clearTimeout(timer);
  }, [colleague]);
  return colleague ?? last;
}

/** A colleague leads to one notice in this many milliseconds. */
const noticeEvery = 6000;

/** A silent toast, except for the chat on screen. */
function useNotice() {
  const { t } = useTranslation();
  useEffect(() => {
    const noticed = new Map<string, number>();
    return onPrivateMessage(({ senderid, sender_name }) => {
      const { colleague } = readPlace(new URLSearchParams(location.search));
      const recent = Date.now() - (noticed.get(senderid) ?? 0) < noticeEvery;
      if (colleague === senderid || recent) return;
      noticed.set(senderid, Date.now());
      toast(t("colleagues.wrote", { name: sender_name }));
    });
  }, [t]);
}
