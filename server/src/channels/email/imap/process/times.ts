/** Milliseconds in which a server has to accept a connection, and to greet. */
export const connectionTimeout = 15_000;
