import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { form } from "../../../../test/world/form.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { loadSecret } from "../../floor/config/app-secret.ts";
import { saveLastBackup } from "./last-backup.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test.skipIf(process.platform === "win32")(
  "no other account of the machine reads what is below DATA_DIR",
  async () => {
    const { dataDir } = world.context.config;
    const ticket = await world.ticket({ handler: "mira" });
    const photo = await sharp({ create: { width: 600, height: 300, channels: 3, background: "#0a7" } })
      .jpeg()
      .toBuffer();
    const file = { name: "photo.jpg", content: photo, type: "image/jpeg" };
    const sent = await world
      .as("mira")
      .post("/send-file", undefined, form({ ticketid: ticket.id, messageid: crypto.randomUUID() }, file));
    expect(sent.statusCode).toBe(201);
    const picture = await world.as("mira").post("/auth/change-profile-pic", undefined, form({}, file));
    expect(picture.statusCode).toBe(200);
    loadSecret(dataDir);
    saveLastBackup(dataDir, { madeOn: "2026-01-01T00:00:00Z", file: "x", bytes: 1 });

    const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
    const modes = await Promise.all(
      entries.map(async (entry) => {
        const { mode } = await stat(join(entry.parentPath, entry.name));
        return `${entry.isDirectory() ? "folder" : "file"} ${(mode & 0o777).toString(8)}`;
      }),
    );
    // The files are the photo with its preview, the agent's picture, the secret, and the record of the backup.
    expect(modes.filter((mode) => mode.startsWith("file"))).toHaveLength(5);
    expect(new Set(modes)).toEqual(new Set(["folder 700", "file 600"]));
  },
);
