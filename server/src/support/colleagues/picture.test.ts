import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { blackPng } from "../../../../test/world/black-png.ts";
import { form } from "../../../../test/world/form.ts";
import { createWorld, type World } from "../../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ env: { MAX_UPLOAD_MB: "1" } });
});
afterAll(() => world.close());

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#0a8" } });

async function change(content: Buffer | string, name = "me.png", type = "image/png") {
  const { payload, headers } = form({}, { name, content, type });
  return world.as("mira").post("/auth/change-profile-pic", undefined, { payload, headers });
}
const isStored = async (key: string) => {
  const content = await world.context.files.read(key);
  return content.toArray().then(
    () => true,
    () => false,
  );
};
const own = async () => (await world.as("mira").get("/auth/profile")).json().profilePic;

describe("a picture change refuses", () => {
  test("a picture change without anything, or with JSON, is refused", async () => {
    const empty = form({ file: "not a file" });
    const answer = await world.as("mira").post("/auth/change-profile-pic", undefined, empty);
    expect(answer.statusCode).toBe(400);
    expect((await world.as("mira").post("/auth/change-profile-pic", { file: "x" })).statusCode).toBe(415);
  });

  test.each([
    ["text that calls itself one", "hello"],
    ["a program that draws", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ["a page", "<!doctype html><img src=x onerror=alert(1)>"],
    ["a document", "%PDF-1.7\n1 0 obj\n<<>>\nendobj\n"],
    ["the head of one", Buffer.from("89504e470d0a1a0a0000000d49484452000000ff", "hex")],
  ])("a picture change refuses %s", async (_what, content) => {
    const answer = await change(content);
    expect([answer.statusCode, answer.json()]).toEqual([
      415,
      {
        message: "Please choose an image file.",
        code: "wrong_type",
        reason: { code: "picture_only", facts: {} },
      },
    ]);
    expect(await own()).toBeNull();
  });

  test("a picture change refuses a picture whose pixels would fill the memory", async () => {
    expect((await change(blackPng(20_000))).statusCode).toBe(415);
  });

  test("a picture change refuses a good picture while the decoder is busy, to be sent again", async () => {
    const { decoder } = world.context;
    const square = decoder.square;
    decoder.square = async () => "busy";
    const answer = await change(await picture(50, 50).png().toBuffer());
    decoder.square = square;
    expect([answer.statusCode, answer.json()]).toMatchObject([503, { code: "not_ready" }]);
    expect(await own()).toBeNull();
  });

  test("a picture change refuses a file above the limit", async () => {
    const noise = await sharp({
      create: { width: 900, height: 900, channels: 3, noise: { type: "gaussian", mean: 128, sigma: 60 } },
    } as never)
      .png()
      .toBuffer();
    expect(noise.length).toBeGreaterThan(2 ** 20);
    const answer = await change(noise);
    expect([answer.statusCode, answer.json().message]).toEqual([413, "Filesize too large!"]);
    expect(await own()).toBeNull();
  });
});

describe("a picture", () => {
  test("a picture becomes a small square, upright, without its location", async () => {
    const photo = await picture(800, 600)
      .withExif({ IFD0: { Copyright: "Mira at home" }, IFD3: { GPSLatitude: "42/1 41/1 0/1" } })
      .jpeg()
      .toBuffer();
    const answer = await change(photo, "../../etc/passwd.html", "text/html");
    expect(answer.json().profilePic).toMatch(/^\/pictures\/[0-9a-f-]{36}\.webp$/);
    const { statusCode, headers, rawPayload } = await world.as("jonas").get(await own());
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "image/webp",
      "x-content-type-options": "nosniff",
      "cache-control": "private, max-age=604800, immutable",
    });
    expect(headers["content-security-policy"]).toContain("sandbox");
    const { format, width, height, exif } = await sharp(rawPayload).metadata();
    expect([format, width, height, exif]).toEqual(["webp", 320, 320, undefined]);
    expect(rawPayload.includes("Mira at home")).toBe(false);
  });

  test("a picture is visible to the company only, and only while an agent has it", async () => {
    const path = await own();
    expect((await world.stranger.get(path)).statusCode).toBe(401);
    const omar = await world.as("omar").get(path);
    const never = await world.as("omar").get("/pictures/00000000-0000-4000-8000-000000000000.webp");
    expect([omar.statusCode, omar.body]).toEqual([404, never.body]);
    expect((await world.as("jonas").get("/pictures/..%2F..%2Fsecret.webp")).statusCode).toBe(404);
  });

  test.each(["png", "webp", "gif", "avif"] as const)("a picture may be %s", async (format) => {
    expect((await change(await picture(40, 30).toFormat(format).toBuffer())).statusCode).toBe(200);
  });

  test("a picture is published to colleagues, and the previous one is removed", async () => {
    const before = await own();
    world.published.length = 0;
    await change(await picture(64, 64).png().toBuffer());
    const after = await own();
    expect(after).not.toBe(before);
    expect(world.published.map(({ event }) => event)).toEqual([
      "updateAgentRow",
      "updateAgent",
      "updateProfile",
    ]);
    expect(world.published[1]?.payload).toMatchObject({ profile_pic: after });
    expect((await world.as("jonas").get(before)).statusCode).toBe(404);
    const key = (path: string) => `${world.companies.harbour.id}/pictures/${path.slice(10, -5)}`;
    await world.drain();
    expect(await isStored(key(before))).toBe(false);
    expect(await isStored(key(after))).toBe(true);
  });

  test("a picture changed twice at once leaves one file of the two", async () => {
    const image = await picture(64, 64).png().toBuffer();
    const answers = await Promise.all([change(image), change(image), change(image)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    await world.drain();
    const kept: string[] = [];
    for (const answer of answers) {
      const path = answer.json().profilePic;
      if ((await world.as("jonas").get(path)).statusCode === 200) kept.push(path);
    }
    expect(kept).toEqual([await own()]);
  });
});
