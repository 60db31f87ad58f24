/** Finds comments and test names whose first word shows that they have no subject. */

export type Opening = { kind: "comments" | "names"; line: number; text: string };

const lost = {
  comments:
    /^(of|ours|those|whether|by|what|how|for|beside|also|where|who|whom|whose|why|which|as|to|so many|nothing (?:when|where|if)|not(?! every))\b/i,
  names:
    /^(of|ours|those|whether|by|what|how|for|beside|also|where|whose|who|to|that|with|within|without|over http|on a (phone|mac)|signed out|but|and|its?|they|not|(is|are|has|have|does|do|can|cannot|may|gets?|keeps?|ends?|shows?|refuses?|begins?|works|stays)(?= ))\b/i,
};
/** A sentence may begin with such a clause before its subject: "For each row, the writer asks once." */
const leads = /^(by|for|where|as|to|with|within) [^.:;]{2,70}, \S/i;
const testName = /\b(?:it|test)(?:\.(?:each|for|runIf)\(.*\))*\(\s*(["'`])(.*?)\1/;
/** The end of a table, and the name of the test that reads it. */
const behindTable = /^\](?: as const)?\)\(\s*(["'`])(.*?)\1/;
const onLineOfItsOwn = /^(["'`])(.*?)\1,$/;

export function openingsIn(source: string, language: "ts" | "sql"): Opening[] {
  const lines = source.split("\n").map((line) => line.trim());
  return lines.flatMap((line, index): Opening[] => {
    const texts = [
      { kind: "comments" as const, text: commentAt(line, lines[index - 1] ?? "", language) },
      { kind: "names" as const, text: language === "ts" ? nameAt(line, lines[index - 1] ?? "") : undefined },
    ];
    return texts.flatMap(({ kind, text }) =>
      text !== undefined && lost[kind].test(text) && !leads.test(text)
        ? [{ kind, text, line: index + 1 }]
        : [],
    );
  });
}

/** A test's name that stands on this line. */
function nameAt(line: string, before: string): string | undefined {
  const own = before.endsWith(")(") ? onLineOfItsOwn.exec(line) : null;
  return (testName.exec(line) ?? behindTable.exec(line) ?? own)?.[2];
}

/** The first line of a comment that begins on this line. */
function commentAt(line: string, before: string, language: "ts" | "sql"): string | undefined {
  const mark = language === "sql" ? "--" : "//";
  if (line.startsWith(mark)) return before.startsWith(mark) ? undefined : line.slice(2).trim();
  if (language === "sql") return undefined;
  if (line.startsWith("/** ")) return line.slice(4).replace(/\s*\*\/$/, "");
  return before === "/**" && line.startsWith("* ") ? line.slice(2) : undefined;
}
