import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The API keys of demo merchants, one per line, beside development's other secrets: the database keeps only their
 * hashes, and whoever lost a key in the terminal would have to make another. Never written in production.
 */
const fileIn = (dataDir: string) => join(dataDir, 'demo.keys');

/** Keeps the API key of a demo merchant. The data directory must exist. */
export async function keepDemoKey(dataDir: string, apiKey: string): Promise<void> {
  await appendFile(fileIn(dataDir), `${apiKey}\n`, { mode: 0o600, flush: true });
}

/** The API keys kept, the first one first. They may be of another database than the one that is served. */
export async function keptDemoKeys(dataDir: string): Promise<string[]> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').filter((line) => line.startsWith('sk_'));
}
