/** Bounds the memory of unfinished bodies, in all and for each part of the callers: a network or a company. */

type Held = { part: string; bytes: number; since: number; cut(): void };

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
  readonly #mostOfPart: number;
  readonly #now: () => number;
  readonly #bodies = new Set<Held>();
  readonly #parts = new Map<string, { bytes: number; bodies: Set<Held> }>();
  #bytes = 0;

  constructor(most: number, mostOfPart: number, now = () => performance.now()) {
    this.#most = most;
    this.#mostOfPart = mostOfPart;
    this.#now = now;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The number of a part's bodies under way. */
  count(part: string): number {
    return this.#parts.get(part)?.bodies.size ?? 0;
  }

  /** `cut` ends the body, which has already left the room. */
  enter(part: string, cut: () => void): HeldBody {
    const body: Held = { part, bytes: 0, since: this.#now(), cut };
    const ofPart = this.#parts.get(part) ?? { bytes: 0, bodies: new Set() };
    this.#parts.set(part, ofPart);
    ofPart.bodies.add(body);
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
    const ofPart = this.#parts.get(body.part);
    if (!ofPart) return;
    body.bytes += bytes;
    ofPart.bytes += bytes;
    this.#bytes += bytes;
    while (ofPart.bytes > this.#mostOfPart && ofPart.bodies.size > 1) this.#cutHeaviest(ofPart.bodies);
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
    const ofPart = this.#parts.get(body.part);
    if (!ofPart) return;
    ofPart.bytes -= body.bytes;
    ofPart.bodies.delete(body);
    if (ofPart.bodies.size === 0) this.#parts.delete(body.part);
  }
}
