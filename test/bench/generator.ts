/** Makes the load and takes the times, in a separate process. Prints the address of its stub of a provider. */
import { type AgentOrder, carryOutAgents } from "./agents-load.ts";
import { type Plan, run, type Target } from "./measure.ts";
import { measureReplies, measureTurns, openStub, type Replies } from "./replies.ts";
import { type DeskAddress, type FloorAddress, openDesk, openFloor } from "./targets.ts";
import { measureTransactions, type Transactions } from "./transactions.ts";
import { type Beside, measureBeside, openVisitors, type VisitorsAddress } from "./visitors.ts";

export type Order =
  | { work: "push"; address: FloorAddress | DeskAddress | VisitorsAddress; plans: Plan[] }
  | { work: "beside"; beside: Beside }
  | { work: "agents"; order: AgentOrder }
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
  if (order.work === "agents") return carryOutAgents(order.order);
  if (order.work === "beside") return measureBeside(order.beside);
  const { address, plans } = order;
  const target = await open(address);
  const measured = [];
  for (const plan of plans) measured.push(await run(target, plan));
  await target.close();
  return measured;
}

function open(address: FloorAddress | DeskAddress | VisitorsAddress): Promise<Target> {
  switch (address.kind) {
    case "floor":
      return openFloor(address);
    case "desk":
      return openDesk(address);
    case "visitors":
      return openVisitors(address);
  }
}
