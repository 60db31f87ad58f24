/** Calling codes (ITU-T E.164) of countries that imply a client's language; +7 is shared by two of one language. */
const callingCodes: Record<string, string> = {
  7: "RU",
  31: "NL",
  34: "ES",
  51: "PE",
  52: "MX",
  53: "CU",
  54: "AR",
  56: "CL",
  57: "CO",
  58: "VE",
  81: "JP",
  90: "TR",
  240: "GQ",
  359: "BG",
  375: "BY",
  502: "GT",
  503: "SV",
  504: "HN",
  505: "NI",
  506: "CR",
  507: "PA",
  591: "BO",
  593: "EC",
  595: "PY",
  597: "SR",
  598: "UY",
  996: "KG",
  1787: "PR",
  1809: "DO",
  1829: "DO",
  1849: "DO",
  1939: "PR",
};

/** The country of the user id, "<country>.<id>", or of the phone number; null for one that is not listed. */
export function countryOf(externalId: string): string | null {
  const [, country] = /^([A-Z]{2})\./.exec(externalId) ?? [];
  if (country) return country;
  for (let length = 1; length <= 4; length += 1) {
    const found = callingCodes[externalId.slice(0, length)];
    if (found) return found;
  }
  return null;
}
