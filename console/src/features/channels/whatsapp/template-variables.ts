/** Names in `{{…}}`, each once, in the order of their first use. */
export const variablesIn = (...texts: string[]): string[] => [
  ...new Set(
    texts.flatMap((text) => [...text.matchAll(/\{\{\s*(\w{1,60})\s*\}\}/g)].map(([, name = ""]) => name)),
  ),
];

export type Piece = { text: string; variable: boolean };

/** A text in pieces, with samples in place of variables; one without a sample stays as written. */
export function withSamples(text: string, samples: Readonly<Record<string, string>>): Piece[] {
  return text.split(/(\{\{\s*\w{1,60}\s*\}\})/).flatMap((part): Piece[] => {
    const name = /^\{\{\s*(\w+)\s*\}\}$/.exec(part)?.[1];
    if (name === undefined) return part ? [{ text: part, variable: false }] : [];
    return [{ text: samples[name]?.trim() || part, variable: true }];
  });
}
