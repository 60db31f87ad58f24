/** Addresses that belong to others: claiming one neither keeps its owner out nor lets the claimant in. */
import { password } from "../../world/people.ts";
import type { Stage } from "../stage.ts";
import type { Trial } from "../trial.ts";
import { json } from "../visitor.ts";

type SignedIn = { user?: { id: string } };

export async function addresses(stage: Stage, trial: Trial): Promise<void> {
  const admin = stage.as("ingrid");
  const department = stage.house.planted.departments.bookings.id;
  const colleague = (email: string, pass: string, departmentid = department) => ({
    email,
    pass,
    confirmPassword: pass,
    firstName: "Some",
    lastName: "Body",
    department: departmentid,
  });
  const thiefs = `${password}-thief`;

  // The neighbour's agents are claimed by an administrator and by an agent of the attacker's company.
  for (const [at, owner] of stage.crowd.workers.slice(0, 3).entries()) {
    const ways = [
      () => admin.post("/auth/register", colleague(owner.email, thiefs)),
      () => rename(stage, owner.email, {}),
      () => rename(stage, owner.email, { currentPassword: password, password }),
    ];
    const answer = await ways[at]?.();
    if (answer && answer.status >= 500) trial.note(`taking ${owner.email} → ${answer.status} ${answer.text}`);
    const own = await stage.visitor().post("/auth/login", { email: owner.email, password });
    const isOwn = own.status === 200 && json<SignedIn>(own).user !== undefined;
    trial.note(isOwn ? null : `the owner of ${owner.email} is kept out: ${own.status} ${own.text}`);
    const thief = await stage.visitor().post("/auth/login", { email: owner.email, password: thiefs });
    trial.refused("the taker's own password for the address", thief, [401, 429]);
  }

  // A person whom another company will want to add.
  const newcomer = `newcomer@${stage.canary}.example`;
  await admin.post("/auth/register", colleague(newcomer, thiefs));
  const general = stage.house.planted.departments.general.id;
  const added = await stage
    .as("freya")
    .post("/auth/register", colleague(newcomer, `${password}-own`, general));
  trial.note(
    added.status === 200 ? null : `the neighbour cannot add ${newcomer}: ${added.status} ${added.text}`,
  );

  // A company in another's name, without the mailed code.
  const data = {
    email: stage.crowd.workers[4]?.email,
    password: thiefs,
    confirmPassword: thiefs,
    firstName: "Some",
    lastName: "Body",
    companyName: "Some Company",
    country: "NO",
    phone: "",
  };
  for (const path of ["/register-company", "/parley/register-company"])
    trial.refused(
      `POST ${path} without a code`,
      await stage.visitor().post(path, { data }),
      [400, 401, 403, 409],
    );
}

/** An agent's own address becomes another's at once only if this got through. */
async function rename(stage: Stage, email: string, proof: object) {
  const { cookie, actor } = await stage.crowd.victim(null);
  const wanted = { first_name: "Some", last_name: "Body", email, ...proof };
  const answer = await stage.visitor().post("/auth/update-profile", wanted, { cookie });
  const rows = await stage.desk.query("select 1 from agent where id = $1 and email = $2", [actor.id, email]);
  return rows.length > 0 ? { ...answer, status: 500, text: `it is theirs at once: ${answer.text}` } : answer;
}
