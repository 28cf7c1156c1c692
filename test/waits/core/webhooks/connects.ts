import net, { type Socket, type TcpNetConnectOpts } from 'node:net';
import { onTestFinished, vi } from 'vitest';

/** The target of a socket's connection. */
export interface Connect {
  readonly host: string | undefined;
  readonly port: number;
}

/**
 * Records every connection of this process until the test ends, and redirects those to `address` to a local port: the
 * test sees the real target, without a packet leaving the machine.
 */
export function watchConnects(detour?: { address: string; port: number }): readonly Connect[] {
  const seen: Connect[] = [];
  const connect = net.Socket.prototype.connect as (this: Socket, ...args: unknown[]) => Socket;
  const watched = function (this: Socket, ...args: unknown[]): Socket {
    // Inside Node the arguments arrive as one list.
    const [options, listener] = (Array.isArray(args[0]) ? args[0] : args) as [TcpNetConnectOpts, unknown];
    seen.push({ host: options.host, port: Number(options.port) });
    if (options.host !== detour?.address) return connect.apply(this, args);
    return connect.call(this, { ...options, host: '127.0.0.1', port: detour?.port }, listener);
  };
  onTestFinished(() => void vi.restoreAllMocks());
  vi.spyOn(net.Socket.prototype, 'connect').mockImplementation(watched as never);
  return seen;
}
