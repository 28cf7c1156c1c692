import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The API keys of demo merchants, one per line, beside development's other secrets: the database stores only their
 * hashes, and a key lost in the terminal would have to be replaced. Never written in production.
 */
const fileIn = (dataDir: string) => join(dataDir, 'demo.keys');

/** Keeps the API key of a demo merchant. The data directory must exist. */
export async function keepDemoKey(dataDir: string, apiKey: string): Promise<void> {
  await appendFile(fileIn(dataDir), `${apiKey}\n`, { mode: 0o600, flush: true });
}

/** The stored API keys, the first one first. They may belong to another database than the one served. */
export async function keptDemoKeys(dataDir: string): Promise<string[]> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').filter((line) => line.startsWith('sk_'));
}
