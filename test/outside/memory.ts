/** The memory in use of a process, over Node's inspector (chromedevtools.github.io/devtools-protocol). */
import { once } from "node:events";
import WebSocket from "ws";

/** Bytes after a full collection. The process listens for its inspector at this port. */
export async function memoryInUse(inspectorPort: number): Promise<number> {
  const listed = await fetch(`http://127.0.0.1:${inspectorPort}/json/list`);
  const [target] = (await listed.json()) as { webSocketDebuggerUrl: string }[];
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? "");
  await once(socket, "open");
  const ask = async (method: string, params = {}) => {
    socket.send(JSON.stringify({ id: 1, method, params }));
    const [answer] = await once(socket, "message", { signal: AbortSignal.timeout(30_000) });
    return JSON.parse(String(answer)) as { result: { result?: { value: string } } };
  };
  await ask("HeapProfiler.collectGarbage");
  const expression = "JSON.stringify(process.memoryUsage())";
  const { result } = await ask("Runtime.evaluate", { expression });
  socket.terminate();
  const { heapUsed, external } = JSON.parse(result.result?.value ?? "") as NodeJS.MemoryUsage;
  return heapUsed + external;
}
