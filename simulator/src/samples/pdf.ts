const LINES = [
  "BT /F1 26 Tf 60 740 Td (Booking confirmation) Tj ET",
  "BT /F1 14 Tf 60 700 Td (Booking BG-20417) Tj ET",
  "BT /F1 14 Tf 60 676 Td (Sofia - Varna, 14 to 21 July, 2 adults, 1 child) Tj ET",
  "BT /F1 14 Tf 60 652 Td (Hotel Morska Zvezda, half board, sea view) Tj ET",
  "0.04 0.5 0.65 RG 3 w 60 724 m 535 724 l S",
];

/** A one-page PDF that any reader opens. */
export function confirmation(): Buffer {
  const stream = LINES.join("\n");
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
    `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
  ];
  let file = "%PDF-1.4\n";
  const offsets = objects.map((body, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj${body}endobj\n`;
    return String(offset).padStart(10, "0");
  });
  const table = offsets.map((offset) => `${offset} 00000 n \n`).join("");
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  file += `trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}
