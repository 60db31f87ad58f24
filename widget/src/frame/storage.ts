/** The frame's own storage. Where the browser blocks it, memory is used until the page is left. */
const memory = new Map<string, string>();
const area = open();

function open(): Storage | null {
  // A browser that blocks storage throws at the first access.
  try {
    const storage = window.localStorage;
    storage.setItem("parley-chat", "1");
    storage.removeItem("parley-chat");
    return storage;
  } catch {
    return null;
  }
}

export function read(name: string): string | null {
  return memory.get(name) ?? area?.getItem(name) ?? null;
}

export function write(name: string, value: string): void {
  try {
    if (!area) throw new Error("blocked");
    area.setItem(name, value);
    memory.delete(name);
  } catch {
    // The storage is blocked or full.
    memory.set(name, value);
  }
}

export function remove(name: string): void {
  memory.delete(name);
  area?.removeItem(name);
}

export function namesBelow(prefix: string): string[] {
  const stored = area ? Object.keys(area) : [];
  return [...new Set([...stored, ...memory.keys()])].filter((name) => name.startsWith(prefix));
}

/** Called when another tab of this visitor has written or removed a name. */
export function onOtherTab(changed: (name: string, value: string | null) => void): void {
  window.addEventListener("storage", (event) => {
    if (event.key) changed(event.key, event.newValue);
  });
}
