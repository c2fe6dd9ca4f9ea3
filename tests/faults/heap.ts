import { once } from "node:events";
import { WebSocket } from "ws";

/**
 * Heap in use of a Node process after garbage collection.
 * @param port of its inspector (`--inspect=<port>`)
 */
export async function heapInUse(port: number): Promise<number> {
  const targets = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json();
  const [{ webSocketDebuggerUrl }] = targets as [{ webSocketDebuggerUrl: string }];
  const socket = new WebSocket(webSocketDebuggerUrl);
  await once(socket, "open");
  const ask = async (method: string) => {
    socket.send(JSON.stringify({ id: 1, method }));
    const [answer] = await once(socket, "message");
    return (JSON.parse(String(answer)) as { result: { usedSize: number } }).result;
  };
  // Objects with finalizers are collected in the second run.
  await ask("HeapProfiler.collectGarbage");
  await ask("HeapProfiler.collectGarbage");
  const { usedSize } = await ask("Runtime.getHeapUsage");
  socket.close();
  return usedSize;
}
