import { randomBytes } from 'node:crypto';
import { sandboxConnector } from '../../src/connectors/sandbox/sandbox.ts';
import { settingsOf } from '../../src/connectors/sandbox/settings.ts';
import { ulidMaker } from '../../src/core/foundation/ids.ts';
import type { Connector, ConnectorAccess } from '../../src/core/foundation/ports/connector.ts';
import type { CallBasics } from '../../src/core/foundation/ports/connector-requests.ts';
import type { Database } from '../../src/database/database.ts';
import type { TestServiceOptions } from './service.ts';

/** Options of a service whose sandbox is wrapped. `publicUrl` becomes part of the addresses of challenges. */
export type WrappedSandbox = Required<Pick<TestServiceOptions, 'connectors' | 'replaceDatabase'>> & {
  publicUrl: string;
};

/** Replaces operations of a service's sandbox. */
export function wrappedSandbox(
  now: () => Date,
  wrap: (sandbox: Connector) => Partial<Connector>,
): WrappedSandbox {
  let opened: Database;
  const sandbox = sandboxConnector({
    now,
    randomBytes,
    ids: ulidMaker(),
    publicUrl: () => wrapped.publicUrl,
    get rows() {
      return opened.rows;
    },
  });
  const wrapped: WrappedSandbox = {
    publicUrl: 'http://127.0.0.1',
    connectors: [{ ...sandbox, ...wrap(sandbox) }],
    replaceDatabase: (database) => {
      opened = database;
      return database;
    },
  };
  return wrapped;
}

/**
 * Makes a response lost by the sandbox time out at once instead of at the deadline of connector calls: a test need not
 * wait, nor set a short deadline that another call could miss.
 */
export const lostResponsesTimeOut = (now = () => new Date()): WrappedSandbox =>
  wrappedSandbox(now, (sandbox) => ({
    authorize: (access, request) => sandbox.authorize!(access, impatient(access, request)),
    payout: (access, request) => sandbox.payout!(access, impatient(access, request)),
  }));

/** The request with a signal that aborts as soon as the code waits on it, except for the account's latency. */
function impatient<Request extends CallBasics>(access: ConnectorAccess, request: Request): Request {
  if (settingsOf(access).latencyMs > 0) return request;
  const late = new AbortController();
  const { signal } = late;
  const listen = signal.addEventListener.bind(signal);
  signal.addEventListener = (...listener: Parameters<AbortSignal['addEventListener']>) => {
    listen(...listener);
    late.abort(new DOMException('The connector did not respond in time.', 'TimeoutError'));
  };
  return { ...request, signal };
}
