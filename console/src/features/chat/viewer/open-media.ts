import { createContext } from "react";

/** Opens a photo or video, by its message, in the viewer around it; null where there is none. */
export const OpenMediaContext = createContext<((messageid: string) => void) | null>(null);
