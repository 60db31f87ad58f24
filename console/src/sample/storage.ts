/** Like the browser's storage: the stored items are its own properties, and its methods are not. */
export function fakeStorage(): Record<string, string> {
  const storage: Record<string, string> = Object.create({
    getItem: (name: string) => storage[name] ?? null,
    setItem: (name: string, value: string) => {
      storage[name] = value;
    },
    removeItem: (name: string) => {
      delete storage[name];
    },
  });
  return storage;
}
