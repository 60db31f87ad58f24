/** Shapes a line of the log for a terminal: the time, the level, the message, then the fields and the stack. */
const levels: Record<number, string> = {
  10: "trace",
  20: "debug",
  30: "",
  40: "warning",
  50: "error",
  60: "fatal",
};

type Line = {
  level: number;
  time: string;
  msg?: string;
  err?: { stack?: string; cause?: { message?: string } };
  mail?: { to: string; subject: string; text: string };
};

export function forPeople(json: string): string {
  const { level, time, msg = "", err, mail, ...fields } = JSON.parse(json) as Line & Record<string, unknown>;
  const label = levels[level] ?? String(level);
  const head = [time.slice(11, 19), label, msg].filter(Boolean).join("  ");
  const more = Object.entries(fields).map(([name, value]) => `${name}=${show(value)}`);
  const below = [
    ...(mail ? [`To: ${mail.to}`, `Subject: ${mail.subject}`, "", ...mail.text.trimEnd().split("\n")] : []),
    ...(err?.stack?.split("\n") ?? []),
    ...(err?.cause?.message ? [`because: ${err.cause.message}`] : []),
  ];
  return `${[[head, ...more].join("  "), ...below.map((line) => `    ${line}`)].join("\n")}\n`;
}

const show = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
