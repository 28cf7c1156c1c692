import { readFileSync } from 'node:fs';

const packageFile = new URL('../../../package.json', import.meta.url);
const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };

/** What the service calls itself where it posts to. */
export const userAgent = `Switchyard/${version}`;
