/** A command answered with NO or BAD. */
export class Refusal extends Error {
  readonly status: "NO" | "BAD";

  constructor(status: "NO" | "BAD", message: string) {
    super(message);
    this.status = status;
  }
}
