import type { ChannelRow } from "@parley/contract/channels";
import type { ReactNode } from "react";

/** Each platform's tab gets these. */
export type TabProps = {
  accounts?: ReactNode;
  /** The account that is to be connected again. */
  again?: ChannelRow | undefined;
};
