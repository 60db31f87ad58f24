/** An answer other than ok: always HTTP 200. */
export class Status extends Error {
  readonly status: number;

  constructor(status: number, message = NAMES[status] ?? "generalError") {
    super(message);
    this.status = status;
  }
}

const NAMES: Record<number, string> = {
  1: "invalidUrl",
  2: "invalidAuthToken",
  3: "badData",
  4: "missingData",
  5: "receiverNotRegistered",
  6: "receiverNotSubscribed",
  7: "publicAccountBlocked",
  8: "publicAccountNotFound",
  9: "publicAccountSuspended",
  10: "webhookNotSet",
  11: "receiverNoSuitableDevice",
  12: "tooManyRequests",
  13: "apiVersionNotSupported",
  14: "incompatibleWithVersion",
  15: "publicAccountNotAuthorized",
  23: "freeMessagesExceeded",
  24: "noBalance",
};
