import { Suspense } from "react";
import { optionalPart } from "../../../ui/lazy-part.ts";

const PushSwitch = optionalPart(async () => (await import("./PushSwitch.tsx")).PushSwitch, "push");

/** The header's switch of push notifications. */
export function NotificationsToggle() {
  return (
    <Suspense fallback={<span aria-hidden="true" className="size-9 shrink-0 max-phone:size-11" />}>
      <PushSwitch />
    </Suspense>
  );
}
