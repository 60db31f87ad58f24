import { Keys } from "./Keys.tsx";

/** The agent's own keys, in their profile. */
export const OwnKeys = () => <Keys own />;
