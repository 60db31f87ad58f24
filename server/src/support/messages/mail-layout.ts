/** Checks whether a mail's sanitised HTML shows more than its words. */
import { colourOf, isDark, isLight } from "./mail-colours.ts";

/** Elements that only divide the text, as mail programs write them without formatting. */
const quiet = new Set("address article bdi bdo br div font footer header main p section span wbr".split(" "));
/** The sanitiser writes each `<` of a text as an entity and quotes each value. */
const tag = /<([a-z][a-z0-9]*)((?:\s[\w-]+(?:="[^"]*")?)*)\s*\/?>/gi;
const attribute = /\s([\w-]+)="([^"]*)"/g;

export function isLaidOut(html: string): boolean {
  for (const found of html.matchAll(tag)) {
    const [whole, name = "", written = ""] = found;
    const attributes = Object.fromEntries(
      [...written.matchAll(attribute)].map(([, key, value]) => [key, value]),
    );
    if (isStyled(attributes)) return true;
    const after = found.index + whole.length;
    if (name === "a" && namesItself(attributes.href ?? "", html.slice(after, html.indexOf("<", after))))
      continue;
    if (!quiet.has(name)) return true;
  }
  return false;
}

/** Such a link looks the same in the text. */
function namesItself(href: string, text: string): boolean {
  const bare = (address: string) => address.replace(/^\s*(?:https?:\/\/|mailto:|tel:)|\/?\s*$/gi, "");
  return href === "" || bare(href) === bare(text);
}

function isStyled({
  align = "",
  bgcolor = "",
  color = "",
  style = "",
}: Record<string, string | undefined>): boolean {
  if (/^(?:center|right)$/i.test(align) || isGround(bgcolor) || isInk(color)) return true;
  return style.split(";").some((declaration) => {
    const colon = declaration.indexOf(":");
    return emphasises(
      declaration.slice(0, colon).trim(),
      declaration
        .slice(colon + 1)
        .trim()
        .toLowerCase(),
    );
  });
}

/** Fonts and sizes do not count: mail programs set them on every text. */
function emphasises(property: string, value: string): boolean {
  switch (property) {
    case "font":
    case "font-weight":
    case "font-style":
      return /\b(?:bold|bolder|[6-9]00|italic|oblique)\b/.test(value);
    case "text-decoration":
      return /underline|line-through/.test(value);
    case "text-align":
      return /^(?:center|right)/.test(value);
    case "color":
      return isInk(value);
    case "background-color":
      return isGround(value);
    default:
      return property.startsWith("border") && /solid|dashed|dotted|double/.test(value);
  }
}

function isInk(value: string): boolean {
  const colour = colourOf(value);
  return colour !== null && !isDark(colour);
}

function isGround(value: string): boolean {
  const colour = colourOf(value);
  return colour !== null && !isLight(colour);
}
