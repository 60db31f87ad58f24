/** Keys of SEARCH (RFC 9051 §6.4.4), compiled into one predicate of a mail. */
import type { StoredMail } from "../folder.ts";
import { headerEnd, headerValues } from "../headers.ts";
import { readDate } from "./dates.ts";
import { numberSet } from "./number-set.ts";
import { Refusal } from "./refusal.ts";
import { type Token, word } from "./tokens.ts";

export type Question = (mail: StoredMail, number: number) => boolean;
type About = { largest: { uid: number; number: number }; now: number };

const FLAGS = ["ANSWERED", "DELETED", "DRAFT", "FLAGGED", "SEEN"];
const DAY = 24 * 3_600_000;

export function readSearch(keys: Token[], about: About): Question {
  const left = [...keys];
  if (left[0] === "CHARSET") left.splice(0, 2);
  const questions: Question[] = [];
  while (left.length > 0) questions.push(readKey(left, about));
  return (mail, number) => questions.every((asks) => asks(mail, number));
}

/** Reads one key and its arguments from the front. */
function readKey(left: Token[], about: About): Question {
  const { largest, now } = about;
  const first = left.shift();
  if (Array.isArray(first)) return readSearch(first, about);
  const key = word(first).toUpperCase();
  const argument = () => word(left.shift());
  const has = (name: string): Question => {
    const wanted = argument().toLowerCase();
    return ({ raw }) => headerValues(raw, name).some((value) => value.toLowerCase().includes(wanted));
  };
  const date = (fits: (at: number, day: number) => boolean): Question => {
    const day = readDate(argument());
    return ({ receivedOn }) => fits(receivedOn.getTime(), day);
  };
  const flag = FLAGS.find((name) => key === name || key === `UN${name}`);
  if (flag) return ({ flags }) => hasFlag(flags, `\\${flag}`) === (key === flag);

  switch (key) {
    case "ALL":
      return () => true;
    case "NOT": {
      const asks = readKey(left, about);
      return (mail, number) => !asks(mail, number);
    }
    case "OR": {
      const either = [readKey(left, about), readKey(left, about)];
      return (mail, number) => either.some((asks) => asks(mail, number));
    }
    case "UID": {
      const isIn = numberSet(argument(), largest.uid);
      return ({ uid }) => isIn(uid);
    }
    case "HEADER":
      return has(argument());
    case "FROM":
    case "TO":
    case "CC":
    case "BCC":
    case "SUBJECT":
      return has(key);
    case "SINCE":
      return date((at, day) => at >= day);
    case "BEFORE":
      return date((at, day) => at < day);
    case "ON":
      return date((at, day) => at >= day && at < day + DAY);
    case "YOUNGER":
    case "OLDER": {
      const seconds = Number(argument());
      // RFC 5032 requires a number above 0.
      if (!Number.isInteger(seconds) || seconds < 1)
        throw new Refusal("BAD", "Invalid search interval parameter");
      const from = now - seconds * 1000;
      return ({ receivedOn }) => receivedOn.getTime() > from === (key === "YOUNGER");
    }
    case "LARGER":
    case "SMALLER": {
      const size = Number(argument());
      return ({ raw }) => (key === "LARGER" ? raw.length > size : raw.length < size);
    }
    case "KEYWORD":
    case "UNKEYWORD": {
      const keyword = argument();
      return ({ flags }) => hasFlag(flags, keyword) === (key === "KEYWORD");
    }
    case "TEXT":
    case "BODY": {
      const wanted = argument().toLowerCase();
      return ({ raw }) =>
        raw
          .subarray(key === "BODY" ? headerEnd(raw) : 0)
          .toString("latin1")
          .toLowerCase()
          .includes(wanted);
    }
    default: {
      if (!/^[\d*]/.test(key)) throw new Refusal("BAD", `Unknown search key ${key}`);
      const isIn = numberSet(key, largest.number);
      return (_mail, number) => isIn(number);
    }
  }
}

const hasFlag = (flags: ReadonlySet<string>, wanted: string) =>
  [...flags].some((flag) => flag.toLowerCase() === wanted.toLowerCase());
