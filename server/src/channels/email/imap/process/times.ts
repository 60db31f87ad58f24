/** Milliseconds in which a server has to take a connection, and to greet. */
export const connectionTimeout = 15_000;
