import { once } from "node:events";
import { WebSocket } from "ws";

/**
 * Bytes that a process of node holds once all that it no longer needs is gone.
 * @param port at which it was started to be inspected (`--inspect=<port>`)
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
  // What has something to do when it goes is gone after the second time.
  await ask("HeapProfiler.collectGarbage");
  await ask("HeapProfiler.collectGarbage");
  const { usedSize } = await ask("Runtime.getHeapUsage");
  socket.close();
  return usedSize;
}
