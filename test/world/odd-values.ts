/** What a browser, a provider or a mail program may say where one expects a name, a language or an address. */
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
