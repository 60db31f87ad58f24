/** Formats of webhooks and the states of webhooks and deliveries. Free of zod. */
export const webhookFormats = ["parley", "slack", "teams"] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

/** `failing`: the newest requests were not accepted. `parked`: nothing is sent until an administrator starts it again. */
export const webhookStates = ["working", "failing", "parked"] as const;
export type WebhookState = (typeof webhookStates)[number];

/** `parked`: it was tried for three days. `dropped`: the webhook does not see the event any more. */
export const deliveryStates = ["waiting", "sent", "parked", "dropped"] as const;
export type DeliveryState = (typeof deliveryStates)[number];
