/** Tests of modules that read the browser's storage when they load import this before them. */
import { fakeStorage } from "./storage.ts";

Object.assign(globalThis, { localStorage: fakeStorage() });
