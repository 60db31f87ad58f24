import type { ChannelRow } from "@parley/contract/channels";
import type { ReactNode } from "react";

/** The props of each platform's tab. */
export type TabProps = {
  accounts?: ReactNode;
  /** The account that is to be connected again. */
  again?: ChannelRow | undefined;
};
