import net, { type Socket, type TcpNetConnectOpts } from 'node:net';
import { onTestFinished, vi } from 'vitest';

/** Where a socket was told to connect to. */
export interface Connect {
  readonly host: string | undefined;
  readonly port: number;
}

/**
 * Notes every connection that this process begins until the test ends, and leads those to `address` to a port of
 * this machine: so it is seen, without a packet leaving the machine, which address was really connected to.
 */
export function watchConnects(detour?: { address: string; port: number }): readonly Connect[] {
  const seen: Connect[] = [];
  const connect = net.Socket.prototype.connect as (this: Socket, ...args: unknown[]) => Socket;
  const watched = function (this: Socket, ...args: unknown[]): Socket {
    // Inside of Node the arguments come as one list.
    const [options, listener] = (Array.isArray(args[0]) ? args[0] : args) as [TcpNetConnectOpts, unknown];
    seen.push({ host: options.host, port: Number(options.port) });
    if (options.host !== detour?.address) return connect.apply(this, args);
    return connect.call(this, { ...options, host: '127.0.0.1', port: detour?.port }, listener);
  };
  onTestFinished(() => void vi.restoreAllMocks());
  vi.spyOn(net.Socket.prototype, 'connect').mockImplementation(watched as never);
  return seen;
}
