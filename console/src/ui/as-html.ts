/** A text as HTML: a paragraph for each line. */
export const asHtml = (text: string): string =>
  text
    .split("\n")
    .filter((line, index, all) => line !== "" || (index > 0 && index < all.length - 1))
    .map((line) => `<p>${line.replace(/[&<>]/g, (sign) => `&#${sign.codePointAt(0)};`)}</p>`)
    .join("");
