/** The remaining parts of a file: ranges of it, bytes that replace others, and zeros. */
export type Piece = { from: number; to: number } | { bytes: Buffer } | { zeros: number };

/** The number of steps in one file. A real one has far fewer; the part behind them stays unchanged. */
export const mostSteps = 100_000;

export type Plan = {
  keep(from: number, to: number): void;
  put(bytes: Buffer): void;
  zero(length: number): void;
  pieces: Piece[];
};

export function createPlan(): Plan {
  const pieces: Piece[] = [];
  return {
    pieces,
    keep(from, to) {
      const last = pieces.at(-1);
      if (to <= from) return;
      if (last && "to" in last && last.to === from) last.to = to;
      else pieces.push({ from, to });
    },
    put: (bytes) => void pieces.push({ bytes }),
    zero: (length) => void pieces.push({ zeros: length }),
  };
}

export const lengthOf = (pieces: Piece[]): number =>
  pieces.reduce((sum, piece) => {
    if ("bytes" in piece) return sum + piece.bytes.length;
    return sum + ("zeros" in piece ? piece.zeros : piece.to - piece.from);
  }, 0);
