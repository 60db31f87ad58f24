import { createContext } from "react";

/** Opens a photo or video, by its message, in the surrounding viewer; null where there is none. */
export const OpenMediaContext = createContext<((messageid: string) => void) | null>(null);
