import type { Message } from "@parley/contract/messages";
import { isType } from "@parley/contract/timeline";
import { type ReactNode, Suspense, useState } from "react";
import { preloadedPart } from "../../../ui/lazy-part.ts";
import { OpenMediaContext } from "./open-media.ts";

const Viewer = preloadedPart(async () => (await import("./Viewer.tsx")).Viewer, "message", "viewer");

/** Lets the photos and videos below it be opened large, and shows the open one. */
export function MediaViewer({ messages, children }: { messages: Message[]; children: ReactNode }) {
  const [shown, setShown] = useState<string | null>(null);
  const media = messages.filter(({ type, path }) => path && isType(type, "visual"));
  const message = media.find(({ messageid }) => messageid === shown);
  return (
    <OpenMediaContext value={setShown}>
      {children}
      {message && (
        <Suspense>
          <Viewer message={message} media={media} onShow={setShown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </OpenMediaContext>
  );
}
