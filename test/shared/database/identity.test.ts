import { hostname } from 'node:os';
import { expect } from 'vitest';
import {
  DatabaseIdentity,
  decide,
  embeddedPlace,
  markRestored,
  placesOf,
} from '../../../src/database/identity.ts';
import { testApart as base } from '../../kit/test.ts';

const A = ['db-a.example.com/switchyard'];
const B = ['db-b.example.com/switchyard'];

const test = base
  .extend('ask', ({ service }) => service.database.ask)
  /** An installation without a row, like after an upgrade. */
  .extend('fresh', async ({ ask }) => {
    await ask('delete from database_identity');
    return ask;
  })
  .extend('row', ({ ask }) => async () => {
    const [row] = await ask<{ state: string; places: string[]; system_identifier: string | null }>(
      'select state, places, system_identifier from database_identity',
    );
    return row;
  });

test.for<[string, string[]]>([
  ['postgres://u:p@db.example.com:5432/name', ['db.example.com/name']],
  ['postgresql://u:p@DB.Example.com./name?sslmode=require', ['db.example.com/name']],
  ['postgres://u@db:6000/name', ['db/name']],
  ['postgres://u:p@db-2:5432,db-1:5433/name', ['db-1/name', 'db-2/name']],
  ['postgres://u:p%40x@127.0.0.1/name', ['localhost/name']],
  ['postgres://u@[::1]:5432/name', ['localhost/name']],
  ['postgres://u@[2001:db8::1]:5432/name', ['2001:db8::1/name']],
  ['postgres://u@localhost/name', ['localhost/name']],
  ['postgres://u@%2Fvar%2Frun%2Fpostgresql:5432/name', ['/var/run/postgresql/name']],
  ['postgres:///name?host=/run/pg', ['/run/pg/name']],
  ['postgres://someone:p@db', ['db/someone']],
  ['postgres://u@db/a%20b', ['db/a b']],
])('The addresses of %s are its hosts with the database name', ([url, places]) => {
  expect(placesOf(url)).toEqual(places);
});

test("The embedded server's address is its folder, on this machine in any network", () => {
  expect(embeddedPlace('/home/ada/.data')).toBe(`${hostname().split('.')[0]!.toLowerCase()}:/home/ada/.data`);
});

test('The first start records the place, and later starts there find the original', async ({
  fresh,
  row,
}) => {
  expect((await DatabaseIdentity.open(fresh, A)).off).toBe(null);
  expect(await row()).toEqual({
    state: 'original',
    places: A,
    system_identifier: expect.stringMatching(/^\d{15,20}$/),
  });
  expect((await DatabaseIdentity.open(fresh, A)).off).toBe(null);
});

test('Processes that start for the first time at once all find the original', async ({ fresh }) => {
  const opened = await Promise.all(Array.from({ length: 5 }, () => DatabaseIdentity.open(fresh, A)));
  expect(opened.map(({ off }) => off)).toEqual([null, null, null, null, null]);
});

test('At another place the database is undecided, for that process only', async ({ fresh, row }) => {
  const original = await DatabaseIdentity.open(fresh, A);
  expect((await DatabaseIdentity.open(fresh, B)).off).toBe('undecided');
  expect((await row())!.places).toEqual(A);
  await original.refresh();
  expect(original.off).toBe(null);
});

test('On another server the database is undecided, even under the same name', async ({ fresh }) => {
  const running = await DatabaseIdentity.open(fresh, A);
  await fresh(`update database_identity set system_identifier = '7000000000000000001'`);
  expect((await DatabaseIdentity.open(fresh, A)).off).toBe('undecided');
  // Also for a process whose address now leads elsewhere.
  expect(await running.refresh()).toBe(true);
  expect(running.off).toBe('undecided');
});

test('Hosts added for a failover become known, and the first one may be removed', async ({ fresh, row }) => {
  await DatabaseIdentity.open(fresh, A);
  expect((await DatabaseIdentity.open(fresh, [...A, ...B])).off).toBe(null);
  expect((await row())!.places).toEqual([...A, ...B]);
  expect((await DatabaseIdentity.open(fresh, B)).off).toBe(null);
});

test('A server without an identifier is known by its address, and its identifier is learned later', async ({
  fresh,
  row,
}) => {
  const refusing: typeof fresh = (text, values) =>
    text.includes('pg_control_system')
      ? Promise.reject(Object.assign(new Error('not supported'), { code: '0A000' }))
      : fresh(text, values);
  expect((await DatabaseIdentity.open(refusing, A)).off).toBe(null);
  expect((await row())!.system_identifier).toBe(null);
  expect((await DatabaseIdentity.open(refusing, B)).off).toBe('undecided');
  expect((await DatabaseIdentity.open(fresh, A)).off).toBe(null);
  expect((await row())!.system_identifier).not.toBe(null);
});

test('A restored database is undecided until an operator decides, and running processes follow', async ({
  fresh,
  row,
}) => {
  const running = await DatabaseIdentity.open(fresh, A);
  const refreshed = async () => {
    await running.refresh();
    return running.off;
  };
  await markRestored(fresh);
  expect(await refreshed()).toBe('undecided');
  expect((await DatabaseIdentity.open(fresh, A)).off).toBe('undecided');
  await decide(fresh, 'copy', A, false);
  expect(await refreshed()).toBe('copy');
  expect((await row())!.places).toEqual(A);
  expect(await decide(fresh, 'original', B, false)).toEqual({ state: 'original', places: B });
  // This process is at the former place.
  expect(await refreshed()).toBe('undecided');
  await decide(fresh, 'original', A, true);
  expect(await refreshed()).toBe(null);
  expect((await row())!.places).toEqual([...A, ...B]);
});

test('A database restored before its first start is undecided', async ({ fresh }) => {
  await markRestored(fresh);
  expect((await DatabaseIdentity.open(fresh, A)).off).toBe('undecided');
});

test('A served database without its identity row is undecided', async ({ fresh }) => {
  const running = await DatabaseIdentity.open(fresh, A);
  await fresh('delete from database_identity');
  await running.refresh();
  expect(running.off).toBe('undecided');
});
