import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** The folders of `src/core` by floor, lowest first. A folder imports only from itself and lower floors. */
const coreFloors = [
  ['foundation'],
  ['model'],
  ['entities'],
  ['reads'],
  ['rules'],
  ['routing'],
  ['writes'],
  ['derived', 'domains', 'test-clock', 'value-lists'],
  [
    'access',
    'cards',
    'connector-calls',
    'customers',
    'error-mappings',
    'mandates',
    'notifications',
    'payment-links',
    'request-log',
  ],
  ['disputes', 'payment-methods', 'team', 'webhook-endpoints'],
  ['business-profiles'],
  [
    'connector-accounts',
    'imports',
    'merchant-accounts',
    'payments',
    'payouts',
    'reports',
    'vault-exports',
    'webhooks',
  ],
  ['authentications', 'refunds', 'replays', 'wallets'],
  ['fraud-checks', 'offers'],
  ['maintenance', 'outcomes'],
  ['operations'],
];
/** The floors of `src/dashboard`. Each folder below `pages` is separate: a page imports no other page. */
const dashboardFloors = [
  ['data'],
  ['session'],
  ['show'],
  ['act'],
  ['list'],
  ['pages'],
  ['app'],
  ['main.tsx'],
];

interface Import {
  readonly from: string;
  readonly to: string;
}

const source = path.resolve(import.meta.dirname, '../../../src');

/** The imports between TypeScript files below a folder of `src`, including types. */
function importsWithin(root: string): Import[] {
  const folder = path.join(source, root);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  expect(files.length).toBeGreaterThan(100);
  return files.flatMap((from) =>
    [...readFileSync(path.join(folder, from), 'utf8').matchAll(/(?:from|import\(?)\s*'(\.[^']+)'/g)]
      .map(([, specifier]) => ({ from, to: path.join(path.dirname(from), specifier!) }))
      .filter(({ to }) => files.includes(to)),
  );
}

/** The imports from another folder on the same or a higher floor. */
function violations(root: string, floors: readonly (readonly string[])[]): string[] {
  const floorOf = (file: string) => floors.findIndex((folders) => folders.includes(file.split(path.sep)[0]!));
  const folderOf = (file: string) => {
    const [folder, page] = file.split(path.sep);
    return folder === 'pages' ? `${folder}/${page}` : folder;
  };
  return importsWithin(root)
    .filter(({ from, to }) => folderOf(from) !== folderOf(to) && floorOf(to) >= floorOf(from))
    .map(({ from, to }) => `${from} imports ${to}`);
}

/** The imports that form circles, and those between circles. */
function circular(imports: readonly Import[]): Import[] {
  const importing = new Set(imports.map(({ from }) => from));
  const imported = new Set(imports.map(({ to }) => to));
  const rest = imports.filter(({ from, to }) => imported.has(from) && importing.has(to));
  return rest.length === imports.length ? rest : circular(rest);
}

test.for([
  ['core', coreFloors],
  ['dashboard', dashboardFloors],
] as const)('A folder of src/%s imports only from itself and lower floors', ([root, floors]) => {
  const entries = readdirSync(path.join(source, root), { withFileTypes: true });
  const placed = entries.filter((entry) => entry.isDirectory() || /\.tsx?$/.test(entry.name));
  expect(placed.map(({ name }) => name).sort()).toEqual(floors.flat().sort());
  expect(violations(root, floors)).toEqual([]);
});

test('No file of the dashboard imports itself indirectly', () => {
  expect(circular(importsWithin('dashboard'))).toEqual([]);
});

test('The check finds a circle of imports, but not files that only lead to or from it', () => {
  const circle = [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'a' },
  ];
  expect(circular([{ from: 'main', to: 'a' }, ...circle, { from: 'b', to: 'leaf' }])).toEqual(circle);
});

/** The rooms of `src/core/payments` by floor, lowest first. A room imports from itself and lower floors only. */
const rooms = [
  ['customer', 'method'],
  ['attempt', 'retry'],
  ['reversal'],
  ['capture', 'void'],
  ['authorize'],
  ['reports'],
];

test('A room of src/core/payments imports from itself and lower floors only', () => {
  const payments = path.join(source, 'core', 'payments');
  const roomOf = (file: string) => file.split(path.sep)[0]!;
  const floorOfRoom = (room: string) => rooms.findIndex((names) => names.includes(room));
  const entries = readdirSync(payments, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect(folders.sort()).toEqual(rooms.flat().sort());
  const files = readdirSync(payments, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^.+\/.+\.ts$/.test(file),
  );
  const violations = files.flatMap((file) =>
    [...readFileSync(path.join(payments, file), 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)]
      .map(([, specifier]) => path.join(path.dirname(file), specifier!))
      .filter((target) => {
        const [from, to] = [roomOf(file), roomOf(target)];
        if (from === to || !folders.includes(to)) return false;
        return floorOfRoom(to) >= floorOfRoom(from);
      })
      .map((target) => `${file} imports ${target}`),
  );
  expect(files.length).toBeGreaterThan(30);
  expect(violations).toEqual([]);
});
