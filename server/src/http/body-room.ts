/** Bounds the memory of unfinished bodies, in all and for each part of the callers: a network, a company, or both. */

type Part = { most: number; bytes: number; bodies: Set<Held> };
type Held = { parts: string[]; bytes: number; since: number; cut(): void };

export type HeldBody = { grow(bytes: number): void; leave(): void };

/** Bytes that a body counts as from its headers on: the call itself, and the connection's buffers. */
const ofBody = 16_384;
/** Bytes of memory that a piece of a body takes besides its content. */
const ofPiece = 256;

/**
 * Nobody waits and no newcomer is refused: when memory is short, the body with the most bytes × time is cut. A body
 * that arrives at once is never that one, however many others are under way. A body that is alone has its own limit.
 */
export class BodyRoom {
  readonly #most: number;
  readonly #now: () => number;
  readonly #bodies = new Set<Held>();
  readonly #parts = new Map<string, Part>();
  #bytes = 0;

  constructor(most: number, now = () => performance.now()) {
    this.#most = most;
    this.#now = now;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The number of a part's bodies under way. */
  count(part: string): number {
    return this.#parts.get(part)?.bodies.size ?? 0;
  }

  /** `mostOf`: the bytes of each part that the body belongs to. `cut` ends the body, which has already left the room. */
  enter(mostOf: ReadonlyMap<string, number>, cut: () => void): HeldBody {
    const body: Held = { parts: [...mostOf.keys()], bytes: 0, since: this.#now(), cut };
    for (const [name, most] of mostOf) {
      const part = this.#parts.get(name) ?? { most, bytes: 0, bodies: new Set() };
      this.#parts.set(name, part);
      part.bodies.add(body);
    }
    this.#bodies.add(body);
    this.#add(body, ofBody);
    return {
      grow: (bytes) => {
        if (this.#bodies.has(body)) this.#add(body, bytes + ofPiece);
      },
      leave: () => this.#leave(body),
    };
  }

  #add(body: Held, bytes: number): void {
    body.bytes += bytes;
    this.#bytes += bytes;
    const parts = body.parts.flatMap((name) => this.#parts.get(name) ?? []);
    for (const part of parts) part.bytes += bytes;
    for (const part of parts)
      while (part.bytes > part.most && part.bodies.size > 1) this.#cutHeaviest(part.bodies);
    while (this.#bytes > this.#most && this.#bodies.size > 1) this.#cutHeaviest(this.#bodies);
  }

  #cutHeaviest(bodies: Set<Held>): void {
    const now = this.#now();
    const weigh = ({ bytes, since }: Held) => bytes * (now - since + 1);
    let heaviest: Held | undefined;
    for (const body of bodies) if (!heaviest || weigh(body) > weigh(heaviest)) heaviest = body;
    if (!heaviest) return;
    this.#leave(heaviest);
    heaviest.cut();
  }

  #leave(body: Held): void {
    if (!this.#bodies.delete(body)) return;
    this.#bytes -= body.bytes;
    for (const name of body.parts) {
      const part = this.#parts.get(name);
      if (!part) continue;
      part.bytes -= body.bytes;
      part.bodies.delete(body);
      if (part.bodies.size === 0) this.#parts.delete(name);
    }
  }
}
