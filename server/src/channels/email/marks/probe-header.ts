/** The header of a mail that the desk sends to its own mailbox. */
export const probeHeader = "x-parley-probe";
