import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import pg from 'pg';
import {
  cores,
  cpuMs,
  isMeasurable,
  parentOf,
  pin,
  residentMb,
  type ServerProcess,
  treeOf,
} from './processes.ts';

/** A request of the load. */
export interface BenchRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The load on a server. */
export interface Load {
  readonly connections: number;
  readonly seconds: number;
}

/** The results of a run. Times are in milliseconds per request; NaN where they cannot be measured. */
export interface Figures {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly serverMs: number;
  readonly databaseMs: number;
  /** The server's memory after the run. */
  readonly residentMb: number;
  readonly failed: number;
}

/** An idle server loses compiled code and memory between its turns. */
const LEAD_SECONDS = 1;
/** How long everything must be idle before the next run starts. */
const QUIET_MS = 200;
const QUIET_TRIES = 10;
/** Number of sequential requests with counted statements, after as many uncounted ones. */
const COUNTED = 200;
/** How long to count statements that no request causes. */
const IDLE_MS = 4_000;

/** Measures servers on one database. */
export class Meter {
  readonly #client: pg.Client;
  readonly #postmaster: number;

  private constructor(client: pg.Client, postmaster: number) {
    this.#client = client;
    this.#postmaster = postmaster;
  }

  /** Confines PostgreSQL and this process, which generates the load, to one core; servers get the other. */
  static async open(superuserUrl: string): Promise<Meter> {
    const client = new pg.Client({ connectionString: superuserUrl });
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const postmaster = parentOf(rows[0]!.pid);
    pin([process.pid, ...treeOf(postmaster)], cores.others);
    return new Meter(client, postmaster);
  }

  /** Repeats requests in turn for some time. */
  async run(server: ServerProcess, requests: readonly BenchRequest[], load: Load): Promise<Figures> {
    await this.#fire(server, requests, { ...load, seconds: LEAD_SECONDS });
    const before = this.usedMs(server);
    const { errors, latency, non2xx, requests: sent } = await this.#fire(server, requests, load);
    const after = this.usedMs(server);
    const perRequest = (ms: number) => (isMeasurable && sent.total > 0 ? ms / sent.total : Number.NaN);
    const figures = {
      perSecond: sent.average,
      p50Ms: latency.p50,
      p99Ms: latency.p99,
      serverMs: perRequest(after.serverMs - before.serverMs),
      databaseMs: perRequest(after.databaseMs - before.databaseMs),
      residentMb: isMeasurable ? residentMb(server.pid) : Number.NaN,
      failed: errors + non2xx,
    };
    await this.#settle(server);
    return figures;
  }

  /** Processor time so far, in milliseconds. */
  usedMs(server: ServerProcess): { readonly serverMs: number; readonly databaseMs: number } {
    return { serverMs: cpuMs(server.pid), databaseMs: cpuMs(this.#postmaster) };
  }

  /**
   * How many statements a request takes by `pg_stat_statements`, including `begin`, the scope and `commit`. The
   * server's own background statements are subtracted.
   *
   * @param role The role whose statements are counted.
   */
  async statementsOf(
    server: ServerProcess,
    requests: readonly BenchRequest[],
    role: string,
  ): Promise<number> {
    const send = async (request: BenchRequest) => {
      const { path, ...rest } = request;
      const response = await fetch(server.url + path, rest);
      const text = await response.text();
      if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${text}`);
    };
    const sendAll = async () => {
      for (let i = 0; i < COUNTED; i++) await send(requests[i % requests.length]!);
    };
    await sendAll();
    await this.#settle(server);
    const idlePerMs = (await this.#callsDuring(role, () => sleep(IDLE_MS))) / IDLE_MS;
    const startedMs = performance.now();
    const calls = await this.#callsDuring(role, sendAll);
    return Math.max(0, calls - idlePerMs * (performance.now() - startedMs)) / COUNTED;
  }

  close(): Promise<void> {
    return this.#client.end();
  }

  #fire(server: ServerProcess, requests: readonly BenchRequest[], { connections, seconds }: Load) {
    return autocannon({
      url: server.url,
      connections,
      duration: seconds,
      requests: requests as unknown as autocannon.Request[],
    });
  }

  /** Waits until the server and the database are idle. */
  async #settle(server: ServerProcess): Promise<void> {
    const used = () => cpuMs(server.pid) + cpuMs(this.#postmaster);
    for (let i = 0; i < QUIET_TRIES; i++) {
      const before = used();
      await sleep(QUIET_MS);
      if (used() - before <= 10) return;
    }
  }

  async #callsDuring(role: string, work: () => Promise<unknown>): Promise<number> {
    const before = await this.#callsOf(role);
    await work();
    return (await this.#callsOf(role)) - before;
  }

  async #callsOf(role: string): Promise<number> {
    const text =
      'select coalesce(sum(calls), 0)::int as calls from pg_stat_statements where userid = $1::regrole';
    return (await this.#client.query<{ calls: number }>(text, [role])).rows[0]!.calls;
  }
}

/** A GraphQL document as a request. */
export const graphql = (
  query: string,
  variables: object,
  headers: Readonly<Record<string, string>> = {},
): BenchRequest => ({
  method: 'POST',
  path: '/graphql',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify({ query, variables }),
});
