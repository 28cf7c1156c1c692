import { defineCommand, print } from '../command.ts';
import { painting } from './line.ts';
import { listenOptions, readOptions } from './options.ts';
import { startSession } from './session.ts';

export const command = defineCommand({
  about:
    "Receives a merchant's webhooks on this machine, verifies their signatures and prints them as they arrive.",
  options: listenOptions,
  run: async (values) => {
    const options = readOptions(values);
    // Installed before the start, so that stopping half-way deletes the endpoints too.
    const ended = endOfSession();
    const session = await startSession(options, {
      print,
      // hasColors respects NO_COLOR; it exists on terminals only.
      paint: painting(process.stdout.isTTY === true && process.stdout.hasColors()),
      random: Math.random,
    });
    await ended;
    return (await session.stop()) ? 0 : 1;
  },
});

/** Resolves on a stop signal, when the terminal closes, or when standard output is no longer read. */
function endOfSession(): Promise<void> {
  return new Promise((resolve) => {
    // The handlers stay installed: npm forwards Ctrl-C as a second signal, which must not interrupt the shutdown.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
    process.stdout.on('error', () => resolve());
  });
}
