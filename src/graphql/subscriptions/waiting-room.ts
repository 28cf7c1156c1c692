import { networkOf } from '../../http/client-address.ts';
import { type Connection, closings } from './connection.ts';
import type { SubscriptionLimits } from './limits.ts';

type RoomLimits = Pick<SubscriptionLimits, 'keylessConnections' | 'keylessPerAddress'>;

/**
 * The connections that have not authenticated yet. A full room refuses nobody: it puts out the connection that has
 * waited longest of the address that has most, so that a crowd from one address does not keep others out.
 */
export class WaitingRoom {
  readonly #limits: RoomLimits;
  /** Each address's connections, in the order of their arrival. */
  readonly #byAddress = new Map<string, Set<Connection>>();
  #size = 0;

  constructor(limits: RoomLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#size;
  }

  /** Adds a connection until it leaves or closes. */
  enter(connection: Connection, clientAddress: string): void {
    connection.address = networkOf(clientAddress);
    const waiting = this.#byAddress.get(connection.address) ?? new Set();
    this.#byAddress.set(connection.address, waiting.add(connection));
    this.#size += 1;
    connection.once('close', () => this.leave(connection));
    if (waiting.size > this.#limits.keylessPerAddress) this.#putOut(waiting);
    else if (this.#size > this.#limits.keylessConnections) this.#putOut(this.#largest());
  }

  leave(connection: Connection): void {
    const waiting = this.#byAddress.get(connection.address);
    if (!waiting?.delete(connection)) return;
    this.#size -= 1;
    if (waiting.size === 0) this.#byAddress.delete(connection.address);
  }

  #largest(): ReadonlySet<Connection> {
    return [...this.#byAddress.values()].reduce((most, waiting) =>
      waiting.size > most.size ? waiting : most,
    );
  }

  /** One whose key is being looked up stays if another has shown none. */
  #putOut(waiting: ReadonlySet<Connection>): void {
    const [oldest] = waiting;
    const connection = [...waiting].find(({ hasShownKey }) => !hasShownKey) ?? oldest!;
    this.leave(connection);
    connection.cutOff(closings.crowded);
  }
}
