/** Remembers that the visitor was asked for an address: one who left the field empty is not asked again. */
import { storageName } from "../address.ts";
import { read, write } from "../storage.ts";

export const noteAskedForEmail = (): void => write(storageName("asked-email"), "1");
export const wasAskedForEmail = (): boolean => read(storageName("asked-email")) !== null;
