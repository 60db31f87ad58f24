/** Finds comments and test names whose first word shows that they have no subject. */

export type Opening = { kind: "comments" | "names"; line: number; text: string };

const lost = /^(of|ours|those|whether|by|what|how|for|beside|also|where|whose)\b/i;
/** A sentence may begin with such a word before its subject: "For each row, the writer asks once." */
const leads = /^[^.:;]{2,70}, \S/;
const testName = /\b(?:it|test)(?:\.(?:each|for)\(.*\))?\(\s*(["'`])(.*?)\1/;

export function openingsIn(source: string, language: "ts" | "sql"): Opening[] {
  const lines = source.split("\n").map((line) => line.trim());
  return lines.flatMap((line, index): Opening[] => {
    const texts = [
      { kind: "comments" as const, text: commentAt(line, lines[index - 1] ?? "", language) },
      { kind: "names" as const, text: language === "ts" ? testName.exec(line)?.[2] : undefined },
    ];
    return texts.flatMap(({ kind, text }) =>
      text !== undefined && lost.test(text) && !leads.test(text) ? [{ kind, text, line: index + 1 }] : [],
    );
  });
}

/** The first line of a comment that begins on this line. */
function commentAt(line: string, before: string, language: "ts" | "sql"): string | undefined {
  const mark = language === "sql" ? "--" : "//";
  if (line.startsWith(mark)) return before.startsWith(mark) ? undefined : line.slice(2).trim();
  if (language === "sql") return undefined;
  if (line.startsWith("/** ")) return line.slice(4).replace(/\s*\*\/$/, "");
  return before === "/**" && line.startsWith("* ") ? line.slice(2) : undefined;
}
