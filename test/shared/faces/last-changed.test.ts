import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { isColumn } from '../../../src/core/model/description.ts';
import {
  allResources,
  modifiedFieldOf,
  type ResourceDescription,
  resourcesListing,
} from '../../../src/core/model/index.ts';
import { scriptedConnector } from '../../kit/scripted-connector.ts';
import { scriptedShop } from '../../kit/scripted-shop.ts';
import { test as base } from '../../kit/test.ts';
import { graphqlWrites } from './graphql-writes.ts';
import { restWrites } from './rest-writes.ts';

/*
 * An object's visible fields change only together with its last-changed time: for every operation that writes, and
 * every resource with such a time. REST's nested lists count for their parent object.
 */

type Row = Record<string, unknown>;

const dated = allResources().filter(({ target }) => modifiedFieldOf(target) !== null);
/** The resources whose objects appear in others' nested lists. */
const nested = allResources().filter(({ target }) => resourcesListing(target).length > 0);

/** Each reading of the clock is a millisecond later. */
let clockMs = Date.now();

/** Operations that change visible fields without a time, and why. */
const except: Readonly<Record<string, string>> = {
  backfillBalanceEntries: 'It starts a job; no object changes.',
  advanceTestClock: 'It brings the times of all objects closer, and no object changes.',
};
/** Resources that no operation here changes, and what does. */
const changedElsewhere: Readonly<Record<string, string>> = {
  payout_attempts: 'A payout of a scripted account is confirmed without an attempt.',
};

/** A row's visible fields except its last-changed time. */
function shownOf({ fields, target }: ResourceDescription, row: Row): string {
  const modified = modifiedFieldOf(target);
  const shown = fields.filter(
    (field) => isColumn(field) && field.visibility !== 'nowhere' && field.name !== modified,
  );
  return JSON.stringify(shown.map(({ name }) => [name, row[name]]));
}

const keyOf = ({ key, table }: ResourceDescription, row: Row) =>
  JSON.stringify([table, ...key.map((name) => row[name])]);

interface Seen {
  readonly resource: ResourceDescription;
  readonly modifiedMs: number;
  readonly shown: string[];
}

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({
    connectors: [scriptedConnector().connector],
    now: () => new Date(++clockMs),
  }))
  .extend('merchant', { scope: 'file' }, ({ service }) => scriptedShop(service))
  .extend('rowsOf', { scope: 'file' }, ({ service }) => (table: string) => {
    const text = `select * from "${table}" t order by t::text`;
    return service.database.rows.query<Row>({ text, values: [] }, null);
  })
  /** Every object with a last-changed time. */
  .extend('look', { scope: 'file' }, ({ rowsOf }) => async () => {
    const objects = new Map<string, Seen>();
    for (const resource of dated) {
      const modified = modifiedFieldOf(resource.target)!;
      for (const row of await rowsOf(resource.table)) {
        const modifiedMs = Date.parse(String(row[modified]));
        objects.set(keyOf(resource, row), { resource, modifiedMs, shown: [shownOf(resource, row)] });
      }
    }
    for (const child of nested) {
      for (const row of await rowsOf(child.table)) {
        for (const parent of resourcesListing(child.target))
          objects.get(keyOf(parent, row))?.shown.push(`${child.table} ${shownOf(child, row)}`);
      }
    }
    return objects;
  })
  /** The resources changed by operations, with the operations. */
  .extend('changedBy', { scope: 'file' }, () => new Map<string, Set<string>>());

const writes = [...restWrites, ...graphqlWrites].filter(({ name }) => !except[name]);

test.for(writes)(
  '$name updates the last-changed time with every visible change, also in its history and events',
  async (write, { changedBy, look, merchant, rowsOf, service }) => {
    const request = await write.prepare(merchant);
    clockMs += 1_000;
    const startMs = clockMs;
    const before = await look();
    const key = write.admin ? service.adminApiKey : merchant.key;
    expect((await write.send(service, key, request, `last-changed-${clockMs}`)).code).toBe(null);
    const after = await look();
    for (const [id, { modifiedMs, resource, shown }] of after) {
      const was = before.get(id);
      if (was && JSON.stringify(was.shown) === JSON.stringify(shown)) continue;
      const of = changedBy.get(resource.table) ?? new Set();
      changedBy.set(resource.table, of.add(write.name));
      expect([id, modifiedMs > startMs ? 'now' : new Date(modifiedMs)]).toEqual([id, 'now']);
    }
    // A query for changes since an event or a status change finds its object.
    for (const { object_id, recorded } of [
      ...(await rowsOf('events')).map((row) => ({ ...row, recorded: row.created_at })),
      ...(await rowsOf('status_changes')).map((row) => ({ ...row, recorded: row.changed_at })),
    ] as Row[]) {
      const recordedMs = Date.parse(String(recorded));
      if (recordedMs < startMs) continue;
      for (const [id, { modifiedMs, resource }] of after) {
        if (JSON.parse(id).at(-1) !== object_id || !resource.key.includes('merchant_id')) continue;
        expect([id, modifiedMs >= recordedMs]).toEqual([id, true]);
      }
    }
  },
);

test('One of these operations changes every resource with a last-changed time', ({ changedBy }) => {
  const others = dated.map(({ table }) => table).filter((table) => !changedBy.has(table));
  expect(others).toEqual(Object.keys(changedElsewhere));
});

test('Every last-changed time is maintained by changes', () => {
  const unkept = allResources().flatMap(({ fields, table, target }) =>
    fields
      .filter(({ about, kind, name }) => {
        const says =
          kind === 'timestamp' && /last changed/.test(about ?? '') && !/at the connector/.test(about ?? '');
        return says && name !== modifiedFieldOf(target);
      })
      .map(({ name }) => `${table}.${name}`),
  );
  expect(unkept).toEqual([]);
});

/** Hand-written statements that change no visible field. */
const showNothing: Readonly<Record<string, string>> = {
  'test-clock/due-times.ts': except.advanceTestClock!,
  'payments/method/stored-credentials.ts': 'Identifiers of connectors, which no API shows.',
};

test('Every hand-written update of a table with a last-changed time sets it', async () => {
  const folder = path.join(import.meta.dirname, '../../../src/core');
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const names = dated.map(({ table }) => table).join('|');
  const classes = dated.map(({ target }) => target.name).join('|');
  const byHand = new RegExp(
    `update (?:${names}|\\$\\{table\\}) (?:\\w )?set|nativeUpdate\\(\\s*(?:${classes}),`,
    'g',
  );
  const found: string[] = [];
  const silent: string[] = [];
  for (const name of files) {
    const text = await readFile(path.join(folder, name), 'utf8');
    for (const { index } of text.matchAll(byHand)) {
      found.push(name);
      const statement = text.slice(index, index + 700).split(/`,|\);/)[0]!;
      const dates = /\b(updated|updated_at|modified_at)\b|\$\{changed\(|\$\{changes/.test(statement);
      if (!dates && !showNothing[name]) silent.push(name);
    }
  }
  expect(found.length).toBeGreaterThanOrEqual(6);
  expect(silent).toEqual([]);
});
