import { painting } from './line.ts';
import { ListenError, readOptions, UsageError, usage } from './options.ts';
import { startSession } from './session.ts';

/** Resolves on a stop signal, when the terminal closes, or when standard output is no longer read. */
function endOfSession(): Promise<void> {
  return new Promise((resolve) => {
    // The handlers stay installed: npm forwards Ctrl-C as a second signal, which must not interrupt the shutdown.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
    process.stdout.on('error', () => resolve());
  });
}

/** The command: reads its arguments, listens until stopped, and restores the profiles' webhook URLs. */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options === null) {
    process.stdout.write(usage);
    return;
  }
  // Installed before the start, so that stopping half-way restores the URLs too.
  const ended = endOfSession();
  const session = await startSession(options, {
    print: (line) => process.stdout.write(`${line}\n`),
    // hasColors respects NO_COLOR; it exists on terminals only.
    paint: painting(process.stdout.isTTY === true && process.stdout.hasColors()),
    random: Math.random,
  });
  await ended;
  if (!(await session.stop())) process.exitCode = 1;
}

main().catch((error: Error) => {
  const expected = error instanceof ListenError;
  process.stderr.write(`${expected ? error.message : error.stack}\n`);
  if (error instanceof UsageError) process.stderr.write(`\n${usage}`);
  process.exitCode = 1;
});
