import type { ToPage } from "../features/push/worker-messages.ts";

type Windows = Pick<Clients, "matchAll" | "openWindow">;

/** A console that is open is brought forward and led there; else one is opened. */
export async function openConsole(windows: Windows, path: string): Promise<void> {
  const open = await windows.matchAll({ type: "window", includeUncontrolled: true });
  const nearest = open.find(({ focused }) => focused) ?? open[0];
  if (!nearest) {
    await windows.openWindow(path);
    return;
  }
  const said: ToPage = { type: "open", path };
  nearest.postMessage(said);
  await nearest.focus();
}
