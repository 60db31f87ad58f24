import type { FieldValue } from "@parley/contract/field-values";
import { limits } from "@parley/contract/limits";
import { reasonOf } from "@parley/contract/reasons";
import { z } from "zod";
import { invalid, type Why } from "../../floor/errors/errors.ts";
import { choicesOf, type FieldRow } from "./rows.ts";

/** The column of a value row, by the field's type. */
export type Columns = {
  text: string | null;
  number: number | null;
  day: string | null;
  yes: boolean | null;
  choice: string | null;
};

const none: Columns = { text: null, number: null, day: null, yes: null, choice: null };

/** Throws 400 with the reason for a value that the field does not accept. */
export function checkValue(field: FieldRow, value: FieldValue): Columns {
  switch (field.type) {
    case "text":
      return { ...none, text: checkText(value) };
    case "number":
      return { ...none, number: checkNumber(value) };
    case "date":
      return { ...none, day: checkDate(value) };
    case "choice":
      return { ...none, choice: checkChoice(field, value) };
    case "yes_no":
      return {
        ...none,
        yes: refuseUnless(typeof value === "boolean", value as boolean, "field_yes_no_wrong"),
      };
    case "link":
      return { ...none, text: checkLink(value) };
  }
}

function refuseUnless<Value>(fits: boolean, value: Value, why: Why): Value {
  if (!fits) throw invalid(why);
  return value;
}

function checkText(value: FieldValue): string {
  const text = typeof value === "string" ? value.trim() : "";
  const fits = text !== "" && [...text].length <= limits.fieldText && !text.includes("\0");
  return refuseUnless(fits, text, reasonOf("field_text_wrong", { max: limits.fieldText }));
}

function checkNumber(value: FieldValue): number {
  const fits = typeof value === "number" && Math.abs(value) <= limits.fieldNumber;
  return refuseUnless(fits, value as number, reasonOf("field_number_wrong", { max: limits.fieldNumber }));
}

function checkDate(value: FieldValue): string {
  const day = z.iso.date().safeParse(value);
  const fits = day.success && day.data >= "1000-01-01";
  return refuseUnless(fits, day.data as string, "field_date_wrong");
}

function checkChoice(field: FieldRow, value: FieldValue): string {
  const offered = choicesOf(field).some(({ choiceid, archived }) => choiceid === value && !archived);
  return refuseUnless(offered, value as string, "field_choice_unknown");
}

/** A link is opened by a click, so only the schemes of pages are accepted. */
function checkLink(value: FieldValue): string {
  const url = typeof value === "string" && value.length <= limits.fieldLink ? URL.parse(value.trim()) : null;
  const fits =
    url !== null && ["http:", "https:"].includes(url.protocol) && url.href.length <= limits.fieldLink;
  return refuseUnless(fits, url?.href ?? "", reasonOf("field_link_wrong", { max: limits.fieldLink }));
}
