import path from 'node:path';
import type { Context } from '../../core/foundation/context.ts';
import { allPermissions } from '../../core/foundation/permissions.ts';
import type { Ports } from '../../core/foundation/ports/ports.ts';
import type { OpenTransaction, RowSource, Statement } from '../../core/foundation/transaction.ts';

/** A statement that a source sent, and the function that made it. */
export interface RecordedStatement {
  readonly statement: Statement;
  /** Such as `readPage (src/core/reads/page.ts)`. */
  readonly madeBy: string;
}

const SRC = path.resolve(import.meta.dirname, '../..');
/** Files that pass the statements of others on. */
const passing = new Set(['core/writes/find-due.ts', 'core/reads/slow-read.ts']);
const FRAMES_MAX = 40;

/** A frame of a stack: the name of its function, if it has one, and its file below `src`. */
function frameOf(line: string): { readonly name: string | null; readonly file: string } | null {
  const place = /(?:\((?:file:\/\/)?|at (?:async )?(?:file:\/\/)?)(\/[^)]+?):\d+:\d+\)?$/.exec(line)?.[1];
  if (!place?.startsWith(`${SRC}${path.sep}`)) return null;
  const [, name] = /at (?:async )?(?:Object\.|_?[A-Z]\w*\.)?#?(\w+) \[?.*\(/.exec(line) ?? [];
  return { name: name ?? null, file: path.relative(SRC, place) };
}

/** The innermost named function of the file that made a statement. */
function makerOf(stack: string): string {
  const frames = stack
    .split('\n')
    .flatMap((line) => frameOf(line) ?? [])
    .filter(({ file }) => !file.startsWith('dev/') && !passing.has(file));
  const [first] = frames;
  if (!first) throw new Error(`No function of src made the statement:\n${stack}`);
  const named = frames.find(({ file, name }) => file === first.file && name !== null);
  return `${named ? `${named.name} ` : ''}(src/${first.file})`;
}

export const NOW = new Date('2026-01-01T00:00:00Z');
export const MERCHANT = 'merchant';
const key = { merchantId: MERCHANT, endpointId: 'endpoint' };

/** Rows found by statements whose senders need a result to continue. All others find nothing. */
const found: readonly (readonly [text: RegExp, row: object])[] = [
  [/^select distinct merchant_id\b/, { merchant_id: MERCHANT }],
  [/^select merchant_id from \(/, { merchant_id: MERCHANT }],
  [/^select fold_stats/, { folded: 0 }],
  [/ as deleted from deleted$/, { deleted: 0 }],
  [/ as value$/, { value: null }],
  [/^select count[(_]|^with [\s\S]* as "count" from counted$/, { count: 0 }],
  [/ as ending\b/, { ending: '0', event_id: null }],
  [/ where pg_try_advisory_xact_lock\(/, key],
  [/^select merchant_id, merchant_connector_id, event_id from sandbox_events/, { merchant_id: MERCHANT }],
  [/ as locked$/, { locked: true }],
  [
    /select merchant_id, call_id, look_up_at from ranked/,
    { merchant_id: MERCHANT, call_id: 'call', look_up_at: null },
  ],
  [/ as "isDisabled"/, { ...key, isDisabled: false, dueAt: NOW.toISOString() }],
];

/** More statements than any source sends: beyond it, a source waits for a result that it never gets. */
const STATEMENTS_MAX = 500;

/** Records statements in place of a database. */
export class StatementRecorder {
  readonly statements: RecordedStatement[] = [];

  readonly rows: RowSource = {
    query: async <Result extends object>(statement: Statement) => {
      const { stackTraceLimit } = Error;
      Error.stackTraceLimit = FRAMES_MAX;
      const madeBy = makerOf(new Error('sent').stack!);
      Error.stackTraceLimit = stackTraceLimit;
      this.statements.push({ statement, madeBy });
      if (this.statements.length > STATEMENTS_MAX) throw new Error(`${madeBy} sends statements without end.`);
      const text = statement.text.trim().replace(/\s+/g, ' ');
      return found.flatMap(([pattern, row]) => (pattern.test(text) ? [row as Result] : []));
    },
  };
}

/** The ports that reads and background work use before they have found anything. */
const ports: Partial<Ports> = {
  isSpread: false,
  expectsSecondFactor: true,
  environment: 'test',
  processId: 'process',
  now: () => NOW,
  backgroundWork: { isOn: () => true },
  guard: { deadlineMs: 0 } as Ports['guard'],
  notify: () => {},
  traceparent: () => null,
  countryOf: null,
  randomBytes: (size) => new Uint8Array(size),
  lowerBounds: new Map(),
};

/** Thrown for the use of a port that is not there. */
export class PortMissing extends Error {}

/** Ports that fail on use, naming themselves. */
const namedPorts = new Proxy(ports as Ports, {
  get: (target, name) => {
    if (name in target) return target[name as keyof Ports];
    throw new PortMissing(`Statements are recorded without the port ${String(name)}.`);
  },
});

/** A context whose statements are recorded: of a merchant's API key, or of the service itself. */
export function recordingContext(recorder: StatementRecorder, as: 'api_key' | 'admin_key'): Context {
  const { rows } = recorder;
  const transaction = { rows, changed: new Set(), changes: new Map() } as Pick<
    OpenTransaction,
    'rows' | 'changed' | 'changes'
  > as OpenTransaction;
  return {
    ports: namedPorts,
    requestId: 'request',
    caller:
      as === 'admin_key'
        ? { kind: 'admin_key' }
        : { kind: 'api_key', merchantId: MERCHANT, keyId: 'key', permissions: new Set(allPermissions) },
    merchantId: as === 'admin_key' ? null : MERCHANT,
    rows,
    transact: (_merchantId, work) => work(transaction),
  };
}
