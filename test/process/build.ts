import { execFileSync } from 'node:child_process';

/** Builds what the processes of these tests run, unless it is built. */
export default function setup(): void {
  execFileSync(process.execPath, ['deploy/build.js'], { stdio: ['ignore', 'ignore', 'inherit'] });
}
