/** The countries a company can be in, by their two letters (ISO 3166-1). Names are the browser's, in the user's language. */
export const countries: readonly string[] = `
  AE AL AM AR AT AU AZ BA BD BE BG BH BR CA CH CL CN CO CR CY CZ DE DK DO
  DZ EC EE EG ES FI FR GB GE GH GR GT HK HR HU ID IE IL IN IS IT JO JP KE
  KR KW KZ LB LK LT LU LV MA MD ME MK MT MX MY NA NG NL NO NZ OM PA PE PH
  PK PL PT QA RO RS SA SE SG SI SK TH TN TR TW TZ UA UG US UY UZ VN ZA
`
  .trim()
  .split(/\s+/);

export const isCountry = (code: string): boolean => countries.includes(code);
