import { isColourName } from "../../../support/messages/mail-colours.ts";

/** The styles that a mail may use. None can fetch, overlay or leave the mail's own box. */
const properties = new Set(
  (
    "background-color border border-bottom border-bottom-color border-bottom-style border-bottom-width border-collapse border-color " +
    "border-left border-left-color border-left-style border-left-width border-radius border-right border-right-color border-right-style " +
    "border-right-width border-spacing border-style border-top border-top-color border-top-style border-top-width border-width color " +
    "direction font font-family font-size font-style font-variant font-weight height letter-spacing line-height list-style-type margin " +
    "margin-bottom margin-left margin-right margin-top max-height max-width min-width mso-hide padding padding-bottom padding-left padding-right padding-top " +
    "text-align text-decoration text-indent text-transform vertical-align white-space width word-break word-spacing word-wrap overflow-wrap"
  ).split(" "),
);
/** The value has no backslash, since an escape can spell any word, and no bracket except for a colour. */
const plainValue = /^(?:[\w\s#%.,'"!+-]|\b(?:rgba?|hsla?)\([\d\s.,%/]{1,40}\))+$/i;
const mostCharacters = 4_000;
const longestValue = 200;

export function cleanStyle(style: string): string {
  if (style.length > mostCharacters) return "";
  return style.split(";").flatMap(cleanDeclaration).join(";");
}

function cleanDeclaration(declaration: string): string[] {
  const colon = declaration.indexOf(":");
  const name = declaration.slice(0, colon).trim().toLowerCase();
  const value = declaration.slice(colon + 1).trim();
  if (name === "background") return groundOf(value);
  if (colon < 0 || !properties.has(name) || value.length > longestValue || !plainValue.test(value)) return [];
  return [`${name}:${value}`];
}

/** Of the shorthand only its colour is kept: a text is chosen for it, and the rest may fetch. */
function groundOf(value: string): string[] {
  if (value.length > longestValue || /gradient\(/i.test(value)) return [];
  const words = value.replace(/url\([^)]*\)?/gi, " ").match(colourWords) ?? [];
  const colour = words.find((word) => !/^[a-z]+$/i.test(word) || isColourName(word));
  return colour ? [`background-color:${colour}`] : [];
}

const colourWords = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl)a?\([\d\s.,%/]{1,40}\)|\b[a-z]+\b/gi;
