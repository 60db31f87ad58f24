import { afterAll, beforeAll, expect, test } from "vitest";
import { connectMailbox, type MailAccount } from "../../../../test/world/mail-account.ts";
import { countStatements, createWorld, type World } from "../../../../test/world.ts";

let world: World;
let desk: MailAccount;
beforeAll(async () => {
  world = await createWorld();
  desk = await connectMailbox(world);
});
afterAll(() => world.close());

const kept = async () => {
  let count = 0;
  for await (const _file of world.context.files.list(`${world.companies.harbour.id}/`)) count += 1;
  return count;
};
/** Statements that search all files for one that a row names. */
const looks = (statements: string[]) =>
  statements.filter((one) => /from "file" where .*"storage_key" =/.test(one));

test("a stored mail causes no search among all files, and a repeat of it leaves no file", async () => {
  const mail = { id: "<once@pier.example>", text: "Where is my order?" };
  const before = await kept();
  const { statements } = await countStatements(world, () => desk.receive(mail));
  expect(looks(statements)).toEqual([]);
  expect(await kept()).toBe(before + 1);
  const again = await countStatements(world, () => desk.receive(mail));
  expect(looks(again.statements)).toHaveLength(1);
  expect(await kept()).toBe(before + 1);
});
