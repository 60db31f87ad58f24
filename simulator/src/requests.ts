export interface RecordedRequest {
  id: number;
  /** ISO time the request arrived. */
  at: string;
  bot: number;
  /** The token with its secret part masked. */
  token: string;
  method: string;
  verb: string;
  params: Record<string, unknown>;
  fault?: string;
  status?: number;
  answer?: unknown;
}

export interface RequestFilter {
  bot?: number;
  method?: string;
  /** Only requests whose `chat_id` is this person. */
  person?: number;
  /** Only requests recorded after this id. */
  after?: number;
}

/** The number kept in memory, the oldest forgotten first. */
const KEPT = 20_000;

export class Requests {
  #all: RecordedRequest[] = [];
  #lastId = 0;

  begin(request: Omit<RecordedRequest, "id">): RecordedRequest {
    this.#lastId += 1;
    const recorded = { id: this.#lastId, ...request };
    this.#all.push(recorded);
    if (this.#all.length > KEPT) this.#all.splice(0, KEPT / 10);
    return recorded;
  }

  find(filter: RequestFilter = {}): RecordedRequest[] {
    const method = filter.method?.toLowerCase();
    return this.#all.filter(
      (request) =>
        (filter.bot === undefined || request.bot === filter.bot) &&
        (method === undefined || request.method.toLowerCase() === method) &&
        (filter.person === undefined || Number(request.params.chat_id) === filter.person) &&
        (filter.after === undefined || request.id > filter.after),
    );
  }

  clear(): void {
    this.#all = [];
  }
}

/** Masks `700100200:AAsecret` as `700100200:***`, so that a printed record contains no secret. */
export const maskToken = (token: string): string => token.replace(/:.*$/s, ":***");
