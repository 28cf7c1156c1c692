import { readFileSync } from 'node:fs';

const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');

/** The version that runs, of package.json. */
export const version: string = (JSON.parse(manifest) as { version: string }).version;
