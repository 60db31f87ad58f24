/** Metrics of this process, for Prometheus. `http/metrics.ts` serves them with those of the database. */
import { Counter, Histogram, Registry } from "prom-client";

export type Figures = {
  registry: Registry;
  /** `refused`: by the provider for good; `failed`: not sent in time; `uncertain`: the provider's answer was lost. */
  messages: Counter<"platform" | "outcome">;
  /** The delay in seconds. */
  deliveryDelay: Histogram<"platform">;
  mails: Counter<"outcome">;
  signIns: Counter<"step" | "outcome">;
  refusals: Counter<"status" | "code">;
};

export function createFigures(): Figures {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    messages: new Counter({
      name: "parley_messages_total",
      help: "Messages with clients, by channel and outcome: received, sent, refused, failed, uncertain",
      labelNames: ["platform", "outcome"],
      registers,
    }),
    deliveryDelay: new Histogram({
      name: "parley_delivery_delay_seconds",
      help: "From an agent's message being queued to the provider accepting it",
      labelNames: ["platform"],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 1800],
      registers,
    }),
    mails: new Counter({
      name: "parley_mails_total",
      help: "Mails by outcome: sent, printed (there is no SMTP_URL), failed",
      labelNames: ["outcome"],
      registers,
    }),
    signIns: new Counter({
      name: "parley_sign_ins_total",
      help: "Tries to sign in, by step (password, second_step) and outcome; wait: too many tries",
      labelNames: ["step", "outcome"],
      registers,
    }),
    refusals: new Counter({
      name: "parley_refused_total",
      help: "Calls that were refused access (401, 403, 429), by status and code",
      labelNames: ["status", "code"],
      registers,
    }),
  };
}
