// Refusals in the words of the Graph API, with the HTTP status of each code.

export class GraphRefusal extends Error {
  readonly code: number;
  readonly subcode: number | undefined;
  readonly details: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(
    code: number,
    message = `(#${code}) Refused`,
    { subcode, details, retryAfter }: { subcode?: number; details?: string; retryAfter?: number } = {},
  ) {
    super(message);
    this.code = code;
    this.subcode = subcode;
    this.details = details;
    this.retryAfter = retryAfter;
  }

  get status(): number {
    return STATUSES[this.code] ?? 400;
  }

  body() {
    return {
      error: {
        message: this.message,
        type: "OAuthException",
        code: this.code,
        ...(this.subcode && { error_subcode: this.subcode }),
        ...(this.details && {
          error_data: { messaging_product: "whatsapp", details: this.details },
        }),
        fbtrace_id: "SimulatedTrace",
      },
    };
  }
}

const STATUSES: Record<number, number> = {
  ...Object.fromEntries([0, 190].map((code) => [code, 401])),
  ...Object.fromEntries([10, 200, 299, 368, 130497, 131005, 131031].map((code) => [code, 403])),
  132001: 404,
  ...Object.fromEntries([4, 80007, 130429, 131048, 131056, 133016].map((code) => [code, 429])),
  ...Object.fromEntries([3, 131000, 131016, 131045, 131057, 133000].map((code) => [code, 500])),
  2: 503,
  133004: 503,
};

export const unknownObject = (id: string) =>
  new GraphRefusal(
    100,
    `Unsupported request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`,
    { subcode: 33 },
  );

export const badToken = () => new GraphRefusal(190, "Error validating access token: the session is invalid");

export const badParameter = (details: string) =>
  new GraphRefusal(100, "(#100) Invalid parameter", { details });
