import { painting } from './line.ts';
import { ListenError, readOptions, UsageError, usage } from './options.ts';
import { startSession } from './session.ts';

/** Resolves once somebody wants it to end: by a signal, by closing the terminal, or by no longer reading. */
function endOfSession(): Promise<void> {
  return new Promise((resolve) => {
    // The handlers stay: npm passes Ctrl-C on as a second signal, which must not cut short what the first began.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
    process.stdout.on('error', () => resolve());
  });
}

/** The command: reads its arguments, listens until it is stopped, and leaves the service as it found it. */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options === null) {
    process.stdout.write(usage);
    return;
  }
  // Heeded from the start: whoever stops it half-way wants the addresses back, too.
  const ended = endOfSession();
  const session = await startSession(options, {
    print: (line) => process.stdout.write(`${line}\n`),
    // hasColors knows NO_COLOR, and is there on terminals only.
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
