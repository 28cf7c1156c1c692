import 'reflect-metadata';
import type { Config } from '../../config/config.ts';
import type { Keyring } from '../../core/access/keyring.ts';
import type { Transact } from '../../core/foundation/transaction.ts';
import { databaseSettings, expectConnections } from '../../database/connection-error.ts';
import { openDatabase } from '../../database/database.ts';
import { migrateDatabase } from '../../database/migrate.ts';
import { keepDemoKey } from '../demo-keys.ts';
import { developmentSecrets } from '../development-secrets.ts';
import type { ServerUrls } from '../embedded/cluster.ts';
import { runningServer } from '../embedded/running.ts';
import { startEmbeddedServer } from '../embedded/server.ts';
import { analyzeTables, type DemoAmounts, type DemoKeys, loadDemo } from './load.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);
const grouped = (count: number) => count.toLocaleString('en-US').replaceAll(',', ' ');

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

/** Loads demo merchants into the configured database or else the embedded one, and prints their keys. */
export async function runDemo(
  config: Config,
  openKeys: (config: Config, transact: Transact) => Promise<{ readonly keyring: Keyring }>,
  amounts: DemoAmounts,
): Promise<void> {
  // Makes the data directory too, where the key is kept.
  if (!config.production) await developmentSecrets(config.dataDir);
  const { close, ownerUrl, url } = await findDatabase(config);
  try {
    await migrateDatabase({ ownerUrl, servingUrl: url });
    const database = await openDatabase({ url, poolMax: 2 });
    const loaded = new Map<string, number>();
    try {
      const started = performance.now();
      const demoKeys = await loadDemo({
        database,
        encryption: (await openKeys(config, database.transact)).keyring.encryption,
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

/** Draws a progress bar over the previous one; removes it when everything is loaded. */
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
