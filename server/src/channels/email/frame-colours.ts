/**
 * Fits a mail's colours to its reader's theme. In the dark a light ground becomes a dark tone, a coloured one stays, and
 * each ink is one that can be read where it stands.
 */
import { DomUtils, parseDocument } from "htmlparser2";
import {
  type Colour,
  colourOf,
  contrast,
  isDark,
  isLight,
  isNeutral,
  isPale,
  legible,
  readable,
} from "../../support/messages/mail-colours.ts";
import { darkTone } from "./dark-tone.ts";

/** The colours of a message in one theme. */
export type Look = { dark: boolean; card: Colour; ink: Colour; link: Colour; quiet: Colour };

type Node = ReturnType<typeof parseDocument>["children"][number];
type Element = Extract<Node, { attribs: unknown }>;

/** The colours around an element. */
type Surroundings = {
  ground: Colour;
  /** The ground as the sender wrote it. */
  sentGround: Colour;
  /** True where the ground is the sender's, so that their ink belongs to it. */
  kept: boolean;
  /** True within a ground that is drawn. */
  grounded: boolean;
  ink: Colour;
  /** The ink as the sender wrote it; null where they wrote none. */
  sentInk: Colour | null;
  /** The theme's ink for a text without its own. */
  plain: Colour;
};

/** A contrast below this is no design of the sender's: it comes of a ground that is missing. */
const faint = 2;
/** The contrast of the theme's own text to its ground is little higher. */
const strongest = 10;
/** `bgcolor` has no effect on other elements. */
const allowsBgcolor = /^(?:table|thead|tbody|tfoot|tr|td|th|col|colgroup)$/;
const white: Colour = [255, 255, 255];
const black: Colour = [0, 0, 0];

/** `keepsGrounds`: the mail lies on a sheet of its own, and even its white is drawn. */
export function fitColours(html: string, look: Look, keepsGrounds: boolean): string {
  const document = parseDocument(html);
  const inside = {
    ...{ ground: look.card, sentGround: white, kept: keepsGrounds, grounded: keepsGrounds },
    ...{ ink: look.ink, sentInk: null, plain: look.ink },
  };
  for (const node of document.children) fit(node, inside, look);
  return DomUtils.getOuterHTML(document, { encodeEntities: "utf8" });
}

/** True if the mail has a ground other than white. */
export function hasGround(html: string): boolean {
  return DomUtils.getElementsByTagName(() => true, parseDocument(html)).some((element) => {
    const colour = colourOf(groundValue(element) ?? "");
    return colour !== null && !isLight(colour);
  });
}

function fit(node: Node, around: Surroundings, look: Look): void {
  if (!("attribs" in node)) return;
  const written = groundValue(node);
  const ground = written === undefined ? null : groundOn(written, around, look);
  const onGround = ground ? { ...around, ...ground.inside } : around;
  const within = inked(node, around, onGround, look);
  dress(node, { within, around, ground: ground?.css ?? null }, look);
  for (const child of node.children) fit(child, within, look);
}

const groundValue = ({ name, attribs: { style = "", bgcolor } }: Element): string | undefined =>
  lastOf(style, "background-color") ?? (allowsBgcolor.test(name) ? bgcolor : undefined);

type Ground = { inside: Partial<Surroundings>; css: string | null };

/** Null where the value paints nothing. The text of a value that can be seen through would mix with another ground. */
function groundOn(written: string, around: Surroundings, look: Look): Ground | null {
  const colour = colourOf(written, around.sentGround);
  if (colour === null) return null;
  if (isLight(colour) && !around.grounded) return { inside: { sentGround: colour }, css: null };
  const toned = look.dark && isPale(colour);
  const ground = toned ? darkTone(colour) : colour;
  const opaque = /\(|^#(?:.{4}|.{8})$/.test(written) || toned;
  return {
    inside: { ground, sentGround: colour, kept: !toned, grounded: true },
    css: opaque ? hexOf(ground) : written,
  };
}

function inked(element: Element, around: Surroundings, inside: Surroundings, look: Look): Surroundings {
  const written = inkValue(element);
  const own = written === undefined ? null : colourOf(written);
  const plain = plainOf(element, look);
  if (own === null && plain === null && inside.ground === around.ground) return inside;
  if (own === null && plain !== null && written && inherits.test(written)) return inside;
  const sentInk = own ?? (plain ? null : inside.sentInk);
  const next = { ...inside, sentInk, plain: plain ?? inside.plain };
  return { ...next, ink: inkOn(next, look) };
}

const inherits = /inherit|currentcolor/i;
const inkValue = ({ attribs: { style = "", color } }: Element) => lastOf(style, "color") ?? color;

/** The colour that our style sheet gives to the element by its name. */
const plainOf = ({ name }: Element, look: Look): Colour | null =>
  name === "a" ? look.link : name === "blockquote" ? look.quiet : null;

function inkOn({ kept, ground, sentGround, sentInk, plain }: Surroundings, look: Look): Colour {
  if (kept && sentInk === null) {
    const found = [plain, black].find((ink) => contrast(ink, ground) >= readable);
    return found ?? legible(plain, ground);
  }
  if (kept && sentInk !== null)
    return contrast(sentInk, ground) >= faint ? sentInk : legible(sentInk, ground);
  const wanted = sentInk === null ? plain : isDark(sentInk) ? look.ink : sentInk;
  if (!look.dark) return contrast(wanted, ground) >= faint ? wanted : legible(wanted, ground);
  // A grey text stays as quiet as it was on the sender's ground; a coloured one keeps the most of its hue.
  const sent = isNeutral(wanted) ? Math.min(strongest, contrast(wanted, sentGround)) : readable;
  return legible(wanted, ground, wanted === sentInk ? Math.max(readable, sent) : readable);
}

type Fitted = { within: Surroundings; around: Surroundings; ground: string | null };

function dress(element: Element, { within, around, ground }: Fitted, look: Look): void {
  const { attribs } = element;
  const { bgcolor, color, style } = attribs;
  const inherited = plainOf(element, look) ?? around.ink;
  const ink = same(within.ink, inherited) ? null : inkText(element, within.ink);
  if (bgcolor !== undefined) set(attribs, "bgcolor", lastOf(style ?? "", "background-color") ? "" : ground);
  if (color !== undefined) set(attribs, "color", lastOf(style ?? "", "color") ? "" : ink);
  const declared = declarationsOf(style ?? "").flatMap(([property, value]): [string, string | null][] => {
    if (property === "background-color") return [[property, ground]];
    if (property === "color") return [[property, inherits.test(value) ? value : ink]];
    const isLine = look.dark && !within.kept && property.startsWith("border");
    return [[property, isLine ? value.replace(lineColour, quietLine) : value]];
  });
  if (ink && inkValue(element) === undefined) declared.push(["color", ink]);
  const kept = declared.flatMap(([property, value]) => (value ? [`${property}:${value}`] : []));
  if (style !== undefined || kept.length > 0) set(attribs, "style", kept.join(";"));
}

/** The colour in the sender's own spelling where that means the same colour, else in ours. */
function inkText(element: Element, ink: Colour): string {
  const written = inkValue(element);
  const own = written === undefined ? null : colourOf(written);
  return written !== undefined && own && same(own, ink) ? written : hexOf(ink);
}

const lineColour = /#[0-9a-f]{3,8}\b|rgba?\([^)]*\)|\b(?:black|white|silver|(?:light|dark|dim)?gr[ae]y)\b/gi;

/** Grey and pale lines are the theme's. */
function quietLine(value: string): string {
  const colour = colourOf(value);
  return colour && (isNeutral(colour) || isPale(colour)) ? "var(--line)" : value;
}

const declarationsOf = (style: string): [string, string][] =>
  style
    .split(";")
    .filter((declaration) => declaration.includes(":"))
    .map((declaration) => {
      const colon = declaration.indexOf(":");
      return [declaration.slice(0, colon).trim().toLowerCase(), declaration.slice(colon + 1).trim()];
    });

const lastOf = (style: string, wanted: string): string | undefined =>
  style.toLowerCase().includes(wanted)
    ? declarationsOf(style).findLast(([property]) => property === wanted)?.[1]
    : undefined;

const same = (one: Colour, other: Colour): boolean => one.every((part, index) => part === other[index]);
/** An attribute allows no other form. */
const hexOf = (colour: Colour): string =>
  `#${colour.map((part) => part.toString(16).padStart(2, "0")).join("")}`;

function set(attributes: Record<string, string>, name: string, value: string | null): void {
  if (value) attributes[name] = value;
  else delete attributes[name];
}
