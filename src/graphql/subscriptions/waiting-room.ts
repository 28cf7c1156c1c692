import { networkOf } from '../../http/front-door/client-address.ts';
import type { SubscriptionLimits } from '../../http/load/live-connection-limits.ts';
import { closings } from './live-connection.ts';
import type { ClientSocket } from './web-socket.ts';

type RoomLimits = Pick<SubscriptionLimits, 'keylessConnections' | 'keylessPerAddress'>;

/**
 * The WebSockets that have not authenticated yet. A full room refuses nobody: it puts out the one that has waited
 * longest of the address that has most, so that a crowd from one address does not keep others out.
 */
export class WaitingRoom {
  readonly #limits: RoomLimits;
  /** Each network's sockets, in the order of their arrival. */
  readonly #byNetwork = new Map<string, Set<ClientSocket>>();
  #size = 0;

  constructor(limits: RoomLimits) {
    this.#limits = limits;
  }

  /** Adds a socket until it leaves or closes. */
  enter(socket: ClientSocket): void {
    const network = networkOf(socket.connection.address);
    const waiting = this.#byNetwork.get(network) ?? new Set();
    this.#byNetwork.set(network, waiting.add(socket));
    this.#size += 1;
    socket.once('close', () => this.leave(socket));
    if (waiting.size > this.#limits.keylessPerAddress) this.#putOut(waiting);
    else if (this.#size > this.#limits.keylessConnections) this.#putOut(this.#largest());
  }

  leave(socket: ClientSocket): void {
    const network = networkOf(socket.connection.address);
    const waiting = this.#byNetwork.get(network);
    if (!waiting?.delete(socket)) return;
    this.#size -= 1;
    if (waiting.size === 0) this.#byNetwork.delete(network);
  }

  #largest(): ReadonlySet<ClientSocket> {
    return [...this.#byNetwork.values()].reduce((most, waiting) =>
      waiting.size > most.size ? waiting : most,
    );
  }

  /** One whose key is being looked up stays if another has shown none. */
  #putOut(waiting: ReadonlySet<ClientSocket>): void {
    const [oldest] = waiting;
    const socket = [...waiting].find(({ hasShownKey }) => !hasShownKey) ?? oldest!;
    this.leave(socket);
    socket.cutOff(closings.crowded);
  }
}
