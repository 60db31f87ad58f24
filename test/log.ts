/** A log for what runs within a test: what goes wrong there shows in the test's own assertions. */
const nothing = () => undefined;

export const quiet = { debug: nothing, info: nothing, warn: nothing, error: nothing };
