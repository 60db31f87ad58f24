/** A log for code that runs within a test, whose own assertions show its failures. */
const nothing = () => undefined;

export const quiet = { debug: nothing, info: nothing, warn: nothing, error: nothing };
