import { execFileSync } from 'node:child_process';

/** Builds the programs that these tests run, unless they are up to date. */
export default function setup(): void {
  execFileSync(process.execPath, ['deploy/build.js'], { stdio: ['ignore', 'ignore', 'inherit'] });
}
