/**
 * Closes elements that hide their content and have no end. A browser ends a style in MathML with the formula; the
 * sanitiser would leave out all that follows.
 */
const texts = new Set(["style", "title", "textarea"]);
const mostTags = 2_000;
const longestTag = 2_000;

type Tag = { at: number; end: number; name: string; closes: boolean };

export function closeHidden(html: string): string {
  const tags = tagsOf(html);
  const open: string[] = [];
  const added: { at: number; name: string }[] = [];
  for (let index = 0; index < tags.length; index++) {
    const { name, closes, end } = tags[index] as Tag;
    if (closes) {
      if (open.includes(name)) open.length = open.lastIndexOf(name);
      continue;
    }
    const own = tags.findIndex((tag, later) => later > index && tag.closes && tag.name === name);
    if (name === "script") {
      if (own < 0) break;
      index = own;
    } else if (!texts.has(name)) {
      if (own >= 0) open.push(name);
      else added.push({ at: end, name });
    } else {
      const other = tags.findIndex(
        (tag, later) => later > index && (tag.closes ? open.includes(tag.name) : tag.name === name),
      );
      if (own >= 0 && (other < 0 || own < other)) index = own;
      else if (other >= 0) {
        added.push({ at: (tags[other] as Tag).at, name });
        index = other - 1;
      } else added.push({ at: nextTag(html, end), name });
    }
  }
  return inserted(html, added);
}

function tagsOf(html: string): Tag[] {
  const found =
    /<(\/?)(style|title|textarea|script|svg|math|object|iframe|option|xml|noscript|head)(?=[\s/>])/gi;
  const tags: Tag[] = [];
  for (let match = found.exec(html); match && tags.length < mostTags; match = found.exec(html)) {
    const start = found.lastIndex;
    const rest = /^(?:[^>"']|"[^"]*"|'[^']*')*>/.exec(html.slice(start, start + longestTag))?.[0];
    const end = rest === undefined ? start : start + rest.length;
    tags.push({ at: match.index, end, name: (match[2] ?? "").toLowerCase(), closes: match[1] === "/" });
  }
  return tags;
}

function nextTag(html: string, from: number): number {
  const at = html.slice(from).search(/<[a-z/]/i);
  return at < 0 ? html.length : from + at;
}

function inserted(html: string, added: { at: number; name: string }[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const one of added.toSorted((a, b) => a.at - b.at)) {
    pieces.push(html.slice(at, one.at), `</${one.name}>`);
    at = one.at;
  }
  return pieces.join("") + html.slice(at);
}
