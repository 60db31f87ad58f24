/** Values that a browser, a provider or a mail program may send where a name, a language or an address is expected. */
export const oddValues: unknown[] = [
  ...[
    "en-US@posix",
    "C",
    "C.UTF-8",
    "",
    " ",
    "-",
    "e\0n",
    "\ud83d",
    "x".repeat(5000),
    "https://",
    "javascript:1",
  ],
  ...[null, 7, -1.5, 1e300, true, [], ["en"], {}, { en: "US" }],
];
