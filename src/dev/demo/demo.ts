import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { type Config, readConfig } from '../../config/config.ts';
import { aesColumnEncryption } from '../../core/foundation/cryptography.ts';
import { expectConnections } from '../../database/connection-error.ts';
import { openDatabase } from '../../database/database.ts';
import { migrateDatabase } from '../../database/migrate.ts';
import { databaseSettings } from '../../provision.ts';
import { keepDemoKey } from '../demo-keys.ts';
import { developmentSecrets } from '../development-secrets.ts';
import type { ServerUrls } from '../embedded/cluster.ts';
import { runningServer } from '../embedded/running.ts';
import { startEmbeddedServer } from '../embedded/server.ts';
import { analyzeTables, type DemoAmounts, type DemoKeys, loadDemo } from './load.ts';

const usage = `Usage: npm run demo -- [--payments <number>] [--merchants <number>]

Loads merchants with customers, payments and all that belongs to them, as if the service had run for a while.
  --payments   how many payments, over all merchants together; 10000 unless given
  --merchants  how many merchants; 3 unless given
The database is DATABASE_URL, or else the embedded server of DATA_DIR.
`;

const PAYMENTS_MAX = 1_000_000;
const MERCHANTS_MAX = 1000;

const print = (line: string) => process.stdout.write(`${line}\n`);
const grouped = (count: number) => count.toLocaleString('en-US').replaceAll(',', ' ');

/** An argument that cannot be worked with; the message names it. */
class ArgumentError extends Error {}

function readArguments(): DemoAmounts | null {
  const options = {
    payments: { type: 'string', default: '10000' },
    merchants: { type: 'string', default: '3' },
    help: { type: 'boolean', default: false },
  } as const;
  let values: { payments: string; merchants: string; help: boolean };
  try {
    ({ values } = parseArgs({ options, strict: true, allowPositionals: false }));
  } catch (error) {
    throw new ArgumentError((error as Error).message);
  }
  if (values.help) return null;

  const whole = (name: 'payments' | 'merchants', least: number, most: number) => {
    const number = /^\d+$/.test(values[name]) ? Number(values[name]) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new ArgumentError(`--${name} must be a whole number from ${least} to ${most}.`);
  };
  return { payments: whole('payments', 0, PAYMENTS_MAX), merchants: whole('merchants', 1, MERCHANTS_MAX) };
}

/** The database to load into, and how to let go of it. */
async function findDatabase(config: Config): Promise<ServerUrls & { close: () => Promise<void> }> {
  const { databaseUrl, migrationDatabaseUrl } = config;
  await expectConnections(databaseSettings(config));
  if (databaseUrl !== null) {
    return { url: databaseUrl, ownerUrl: migrationDatabaseUrl ?? databaseUrl, close: async () => {} };
  }
  const running = await runningServer(config.dataDir);
  if (running !== null) return { ...running, close: async () => {} };
  const server = await startEmbeddedServer({ dataDir: config.dataDir, log: print });
  return { url: server.url, ownerUrl: server.ownerUrl, close: server.stop };
}

async function load(config: Config, amounts: DemoAmounts): Promise<void> {
  // Makes the data directory too, where the key is kept.
  const secrets = config.production ? null : await developmentSecrets(config.dataDir);
  const keys = config.encryptionKeys ?? [secrets!.encryptionKey];
  const { close, ownerUrl, url } = await findDatabase(config);
  try {
    await migrateDatabase({ ownerUrl, servingUrl: url });
    const database = await openDatabase({ url, poolMax: 2 });
    const loaded = new Map<string, number>();
    try {
      const started = performance.now();
      const demoKeys = await loadDemo({
        database,
        encryption: aesColumnEncryption(keys),
        amounts,
        publicUrl: config.publicUrl ?? `http://127.0.0.1:${config.port}`,
        onRows: (table, rows) => loaded.set(table, (loaded.get(table) ?? 0) + rows),
        onProgress: progressOf(amounts.payments),
      });
      if (!config.production) await keepDemoKey(config.dataDir, demoKeys[0]!.apiKey);
      await analyzeTables(ownerUrl);
      report(loaded, (performance.now() - started) / 1000, demoKeys);
    } finally {
      await database.close();
    }
  } finally {
    await close();
  }
}

/** Shows how many payments are loaded: on a terminal as a bar, elsewhere in a line for each tenth. */
function progressOf(all: number): (done: number) => void {
  print(`Loading ${grouped(all)} payments …`);
  let tenths = 0;
  return (done) => {
    if (process.stdout.isTTY) return drawBar(done, all);
    const reached = all === 0 ? 10 : Math.floor((10 * done) / all);
    if (reached > tenths) print(`${grouped(done)} of ${grouped(all)} payments`);
    tenths = reached;
  };
}

const BAR_CHARACTERS = 40;

/** Draws a progress bar over the one before; it goes when everything is loaded. */
function drawBar(done: number, all: number): void {
  const share = all === 0 ? 1 : done / all;
  const filled = Math.round(share * BAR_CHARACTERS);
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_CHARACTERS - filled);
  process.stdout.write(`\r${bar} ${grouped(done)} of ${grouped(all)} payments\x1b[K`);
  if (done === all) process.stdout.write('\r\x1b[K');
}

function report(loaded: ReadonlyMap<string, number>, seconds: number, keys: readonly DemoKeys[]): void {
  for (const [table, rows] of loaded) print(`${grouped(rows).padStart(11)}  ${table}`);
  const rows = [...loaded.values()].reduce((sum, count) => sum + count, 0);
  const rate = grouped(Math.round(rows / seconds));
  print(`${grouped(rows).padStart(11)}  rows in ${seconds.toFixed(1)} s, ${rate} a second\n`);
  print('Keys, shown this once:');
  for (const { merchantId, apiKey, publishableKey } of keys) {
    print(`  ${merchantId}\n    API key          ${apiKey}\n    publishable key  ${publishableKey}`);
  }
}

// Whoever reads the output may stop reading, as `| head` does; the server started here must still be stopped.
process.stdout.on('error', () => {});

try {
  const amounts = readArguments();
  if (amounts === null) {
    process.stdout.write(usage);
  } else {
    const config = readConfig();
    // Every demo merchant is at the sandbox connector, which the live environment does not have.
    if (config.environment === 'live') throw new Error('Demo data is for SWITCHYARD_ENV=test alone.');
    await load(config, amounts);
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n${error instanceof ArgumentError ? `\n${usage}` : ''}`);
  process.exitCode = 1;
}
