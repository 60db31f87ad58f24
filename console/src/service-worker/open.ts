import type { ToPage } from "../features/account/push/worker-messages.ts";

type Windows = Pick<Clients, "matchAll" | "openWindow">;

/** Focuses an open console and navigates it there, or opens one. */
export async function openConsole(windows: Windows, path: string): Promise<void> {
  const open = await windows.matchAll({ type: "window", includeUncontrolled: true });
  const nearest = open.find(({ focused }) => focused) ?? open[0];
  if (!nearest) {
    await windows.openWindow(path);
    return;
  }
  const message: ToPage = { type: "open", path };
  nearest.postMessage(message);
  await nearest.focus();
}
