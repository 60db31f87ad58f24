import { type ComponentType, lazy, Suspense } from "react";
import { needTexts } from "../../i18n/index.ts";

/** Not part of the first sight. The header does without where it cannot be fetched now. */
const PushSwitch = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    await needTexts("push");
    return { default: (await import("./PushSwitch.tsx")).PushSwitch };
  } catch (error) {
    reportError(error);
    return { default: Nothing };
  }
});
const Nothing = () => null;

/** The header's switch: whether this browser tells the agent what happens while they look elsewhere. */
export function NotificationsToggle() {
  return (
    <Suspense fallback={<span aria-hidden="true" className="size-9 shrink-0 max-phone:size-11" />}>
      <PushSwitch />
    </Suspense>
  );
}
