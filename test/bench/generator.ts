/** Makes the load and takes the times, in a process of its own. Says where its stub of a provider listens. */
import { type Plan, run } from "./measure.ts";
import { measureReplies, measureTurns, openStub, type Replies } from "./replies.ts";
import { type DeskAddress, type FloorAddress, openDesk, openFloor } from "./targets.ts";
import { measureTransactions, type Transactions } from "./transactions.ts";

export type Order =
  | { work: "push"; address: FloorAddress | DeskAddress; plans: Plan[] }
  | { work: "replies"; replies: Replies }
  | { work: "transactions"; transactions: Transactions }
  | { work: "turns"; url: string; count: number };

const stub = await openStub();
process.send?.({ stubUrl: stub.url });

process.on("message", async (order: Order) => {
  try {
    process.send?.({ answer: await carryOut(order) });
  } catch (error) {
    process.send?.({ error: (error as Error).stack });
  }
});

async function carryOut(order: Order) {
  if (order.work === "replies") return measureReplies(stub, order.replies);
  if (order.work === "transactions") return measureTransactions(order.transactions);
  if (order.work === "turns") return measureTurns(order.url, order.count);
  const { address, plans } = order;
  const target = address.kind === "floor" ? await openFloor(address) : await openDesk(address);
  const measured = [];
  for (const plan of plans) measured.push(await run(target, plan));
  await target.close();
  return measured;
}
