/**
 * A service that sends one request to itself and is killed in the middle of it with SIGKILL. Its plan is JSON in the
 * environment: see `KillPlan`.
 */
import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { readConfig } from '../../../src/config/config.ts';
import type { Transact } from '../../../src/core/foundation/transaction.ts';
import type { RowSource, Statement } from '../../../src/core/reads/index.ts';
import { openDatabase, type RequestAccess } from '../../../src/database/database.ts';
import { claimPort } from '../../../src/http/front-door/port.ts';
import { createLogger } from '../../../src/http/requests/logging.ts';
import { createService } from '../../../src/service/service.ts';
import { localKeyring } from '../../kit/local-keyring.ts';
import type { KillPlan } from './kill-plan.ts';

const plan = JSON.parse(process.env.KILL_PLAN!) as KillPlan;
const { at } = plan;

/** Nothing runs after this: no handler, no rollback, no disconnect from the database. */
function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
}

let armed = false;
let commits = 0;

function killing(transact: Transact): Transact {
  return async (merchantId, work) => {
    const result = await transact(merchantId, async (transaction) => {
      const worked = await work(transaction);
      if (armed && at.point === 'before_commit' && at.number === commits + 1) return die();
      return worked;
    });
    await dieAfterCommit();
    return result;
  };
}

async function dieAfterCommit(): Promise<void> {
  if (!armed) return;
  commits += 1;
  if (at.point === 'after_commit' && at.number === commits) await die();
}

/** One statement, in its own transaction, stores the response under an idempotency key. */
const isAnswer = (text: string) => /^\s*insert into idempotency_keys/.test(text);

const isAct = (text: string) => text.includes('insert into sandbox_transactions');

/** Marks a single-statement operation: the sandbox acts with one, and the process may die before or after it. */
function killingRows(rows: RowSource): RowSource {
  return {
    query: async <Result extends object>(
      statement: Statement,
      merchantId: Parameters<RowSource['query']>[1],
    ) => {
      if (isAct(statement.text) && at.point === 'before_act') return die();
      const found = await rows.query<Result>(statement, merchantId);
      if (isAct(statement.text) && at.point === 'after_act') return die();
      if (isAnswer(statement.text)) await dieAfterCommit();
      return found;
    },
  };
}

const killingAccess = ({ incoming, rows, transact }: RequestAccess): RequestAccess => ({
  incoming,
  rows: () => killingRows(rows()),
  transact: killing(transact),
});

const database = await openDatabase({ url: plan.databaseUrl, poolMax: 4 });
const { money, read, write } = database.requests;
const service = await createService({
  database: {
    ...database,
    rows: killingRows(database.rows),
    transact: killing(database.transact),
    requests: { money: killingAccess(money), read: killingAccess(read), write: killingAccess(write) },
  },
  secrets: {
    adminApiKey: 'admin_of_nobody_here',
    keyring: await localKeyring(database, Buffer.from(plan.encryptionKey, 'hex')),
  },
  settings: { ...readConfig({}), connectorBaseUrls: plan.connectorBaseUrls ?? {}, role: 'web' },
  logger: createLogger('silent', new Writable({ write: (_line, _encoding, done) => done() })),
  ports: { connectorDeadlineMs: plan.connectorDeadlineMs },
});
const server = await service.listen(await claimPort(0, '127.0.0.1'));
const { port } = server.address() as AddressInfo;
armed = true;
const { body, headers, path } = plan.request;
const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body });
// Reached only if not killed: shows the number of the last commit.
process.stdout.write(JSON.stringify({ commits, status: answer.status, text: await answer.text() }));
process.exit(0);
