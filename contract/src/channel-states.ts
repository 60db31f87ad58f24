/** The states of an account, and the steps of its test. Free of zod, for the console. */
export const channelStates = ["working", "attention", "broken"] as const;
export type ChannelState = (typeof channelStates)[number];

/** The mends that an administrator has for an account that does not work or deserves a look. */
export const mends = [
  "connect_again",
  /** The account's provider calls another address, or cannot reach ours. */
  "check_address",
  /** This server may be cut off from the network. */
  "check_network",
  "check_account",
  /** The provider fails for everyone. */
  "wait",
  "check_failures",
  "turn_on_webhook",
  "check_quality",
  /** The account's domain lacks a record that other mail servers look for. */
  "check_dns",
] as const;
export type Mend = (typeof mends)[number];

/** `credentials`: the provider accepts them. `receiving`: what clients write reaches us. `returning`: a mail to ourselves came back. */
export const testSteps = ["credentials", "receiving", "sending", "returning"] as const;
