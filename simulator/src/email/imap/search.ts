/** Keys of SEARCH (RFC 9051 §6.4.4), made into one question about a mail. */
import type { StoredMail } from "../folder.ts";
import { headerEnd, headerValues } from "../headers.ts";
import { readDate } from "./dates.ts";
import { numberSet } from "./number-set.ts";
import { Refusal } from "./refusal.ts";
import { type Token, word } from "./tokens.ts";

export type Question = (mail: StoredMail, number: number) => boolean;
type Largest = { uid: number; number: number };

const FLAGS = ["ANSWERED", "DELETED", "DRAFT", "FLAGGED", "SEEN"];
const DAY = 24 * 3_600_000;

export function readSearch(keys: Token[], largest: Largest): Question {
  const left = [...keys];
  if (left[0] === "CHARSET") left.splice(0, 2);
  const questions: Question[] = [];
  while (left.length > 0) questions.push(readKey(left, largest));
  return (mail, number) => questions.every((asks) => asks(mail, number));
}

/** Takes one key and its arguments off the front. */
function readKey(left: Token[], largest: Largest): Question {
  const first = left.shift();
  if (Array.isArray(first)) return readSearch(first, largest);
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
      const asks = readKey(left, largest);
      return (mail, number) => !asks(mail, number);
    }
    case "OR": {
      const either = [readKey(left, largest), readKey(left, largest)];
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
