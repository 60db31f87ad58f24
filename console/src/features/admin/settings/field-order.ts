/** The fields of changes whose order means something; the database returns them in another. */
const order = [
  ...["name", "first_name", "last_name", "email", "department", "role"],
  ...["opening_hours_zone", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"],
  ...["opening_hours_exceptions"],
  ...["enabled", "occasion", "delay", "closes", "channels", "departments", "default_language"],
  ...["text_en", "text_af", "text_bg", "text_tr", "text_es", "text_ru", "text_nl", "text_ja"],
  ...["template", "template_variables"],
  ...["colour", "side", "theme", "language", "sound", "texts", "origins", "asks"],
];

/** A field without a place comes last. */
export function placeOf(field: string): number {
  const place = order.indexOf(field);
  return place < 0 ? order.length : place;
}
