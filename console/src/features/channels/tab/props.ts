import type { ChannelRow } from "@parley/contract/channels";

/** What a form of a platform reports when an account is connected. */
export type Connected = {
  /** Shown in a toast. */
  said: string;
  is: (account: ChannelRow) => boolean;
};

/** The props of each platform's form. */
export type ConnectProps = {
  /** The account that is to be connected again. */
  again?: ChannelRow | undefined;
  /** True if an account of the platform is connected already. */
  another?: boolean;
  /** True if its first field takes the focus. */
  focused?: boolean;
  onConnected: (connected: Connected) => void;
};

/** The props of what a platform adds to an account's page or card. */
export type AccountProps = { account: ChannelRow };
