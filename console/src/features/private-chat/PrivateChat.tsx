import { limits } from "@parley/contract/limits";
import { Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { readPlace } from "../../paths.ts";
import { preloadedPart } from "../../ui/lazy-part.ts";
import { toast } from "../../ui/toast.ts";
import { usePlace } from "../tickets/place.ts";
import { onPrivateMessage } from "./arrivals.ts";

const PrivateChatPanel = preloadedPart(
  async () => (await import("./PrivateChatPanel.tsx")).PrivateChatPanel,
  "privateChat",
);

/** The private chat that the address names. Closed, it is still there for the moment in which it leaves the screen. */
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

/** What was last named, until a moment after nothing is. */
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

/** One notice for what a colleague writes at a stretch. */
const noticeEvery = 6000;

/** Without a sound. Whoever has the chat on screen sees the message itself. */
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
