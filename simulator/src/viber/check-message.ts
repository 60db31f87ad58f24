/** Refuses a message as the provider does, by its documented limits. */
import { Status } from "./status.ts";

type Button = { Text?: string; ActionBody: string; Silent?: boolean };
type Common = {
  receiver: string;
  min_api_version?: number;
  tracking_data?: string;
  keyboard?: { Buttons: Button[] };
};
export type Message = Common &
  (
    | { type: "text"; text: string }
    | { type: "picture"; text: string; media: string }
    | { type: "video"; media: string; size: number; duration?: number }
    | { type: "file"; media: string; size: number; file_name: string }
    | { type: "url"; media: string }
    | { type: "location"; location: { lat: number; lon: number } }
    | { type: "contact"; contact: { name: string; phone_number: string } }
  );

type Fields = Record<string, unknown>;

const LARGEST_MESSAGE = 30 * 1024;
const FORBIDDEN =
  /\.(bat|bin|cmd|com|cpl|exe|gadget|inf1|ins|inx|isu|job|jse|lnk|msc|msi|msp|mst|paf|pif|ps1|reg|rgs|sct|shb|shs|u3p|vb|vbe|vbs|vbscript|ws|wsf|action|app|command|csh|osx|workflow|ksh|out|run|apk|ipa)$/i;

export function checkMessage(body: Fields): Message {
  if (Buffer.byteLength(JSON.stringify(body)) > LARGEST_MESSAGE) throw bad("message is larger than 30 KB");
  text(body, "receiver", 200);
  const sender = object(body.sender, "sender");
  text(sender, "name", 28);
  if (body.tracking_data !== undefined) text(body, "tracking_data", 4000);
  if (body.keyboard !== undefined) checkKeyboard(object(body.keyboard, "keyboard"));
  checkKind(body);
  return body as unknown as Message;
}

/** Throws, or returns true for a valid body. */
function checkKind(body: Fields): true {
  switch (body.type) {
    case "text":
      return text(body, "text", 7000);
    case "picture":
      if (typeof body.text !== "string") throw missing("text");
      if ([...body.text].length > 768) throw bad("text is too long");
      return media(body, /\.(jpe?g|png|gif)$/i);
    case "video":
      size(body, 27_262_976);
      if (Number(body.duration ?? 0) > 180) throw bad("duration is too long");
      return media(body, /\.mp4$/i);
    case "file":
      size(body, 52_428_800);
      text(body, "file_name", 256);
      if (FORBIDDEN.test(String(body.file_name))) throw bad("this type of file is forbidden");
      return media(body, /\.\w+$/);
    case "url":
      return text(body, "media", 2000);
    case "location": {
      const { lat, lon } = object(body.location, "location");
      if (typeof lat !== "number" || typeof lon !== "number") throw bad("location");
      return true;
    }
    case "contact": {
      const contact = object(body.contact, "contact");
      text(contact, "name", 28);
      return text(contact, "phone_number", 18);
    }
    default:
      throw bad(`type ${String(body.type)}`);
  }
}

function checkKeyboard(keyboard: Fields): void {
  if (keyboard.Type !== "keyboard") throw bad("keyboard is not valid");
  const { Buttons: buttons } = keyboard;
  if (!Array.isArray(buttons) || buttons.length === 0) throw bad("keyboard is not valid");
  for (const button of buttons) {
    const { Columns: columns = 6, Rows: rows = 1, ActionType: action = "reply" } = object(button, "button");
    text(object(button, "button"), "ActionBody", 4000);
    if (!within(columns, 1, 6) || !within(rows, 1, 2)) throw bad("keyboard is not valid");
    if (!["reply", "open-url", "location-picker", "share-phone", "none"].includes(String(action)))
      throw bad("keyboard is not valid");
  }
}

/** The last segment of the path has the extension. */
function media(body: Fields, extension: RegExp): true {
  text(body, "media", 2000);
  const url = String(body.media);
  if (!URL.canParse(url) || !extension.test(new URL(url).pathname)) throw bad("media");
  return true;
}

function size(body: Fields, most: number): void {
  if (body.size === undefined) throw missing("size");
  if (!within(body.size, 1, most)) throw bad("size");
}

/** Viber's documentation counts in characters, and so does this. */
function text(body: Fields, field: string, most: number): true {
  const value = body[field];
  if (value === undefined || value === "") throw missing(field);
  if (typeof value !== "string" || [...value].length > most) throw bad(`${field} is not valid`);
  return true;
}

function object(value: unknown, field: string): Fields {
  if (value === undefined) throw missing(field);
  if (typeof value !== "object" || value === null) throw bad(field);
  return value as Fields;
}

const within = (value: unknown, least: number, most: number) =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
const bad = (what: string) => new Status(3, `badData: ${what}`);
const missing = (field: string) => new Status(4, `missingData: ${field}`);
