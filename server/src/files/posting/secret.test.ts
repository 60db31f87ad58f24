import { expect, test } from "vitest";
import { newSecret, signedHeaders } from "./secret.ts";

test("a request is signed as the example of Standard Webhooks is", () => {
  const at = new Date(1614265330 * 1000);
  const signing = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", at, body: '{"test": 2432232314}' };
  expect(signedHeaders(["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"], signing)).toEqual({
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});

test("each of two secrets signs, and a secret has 32 bytes", () => {
  const secrets = [newSecret(), newSecret()];
  for (const secret of secrets) expect(Buffer.from(secret.slice(6), "base64")).toHaveLength(32);
  const signature = signedHeaders(secrets, { id: "a", at: new Date(0), body: "" })["webhook-signature"];
  expect(new Set(signature.split(" ")).size).toBe(2);
});
