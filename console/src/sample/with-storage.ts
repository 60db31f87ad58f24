/** For tests of modules that look into the browser's storage as they begin: to be imported before them. */
import { fakeStorage } from "./storage.ts";

Object.assign(globalThis, { localStorage: fakeStorage() });
