/** The oldest Node that the service runs on. */
const NODE_MAJOR = 22;
const NODE_MINOR = 17;

/** Ends the process with a message if its Node is too old. This file must itself run on an old Node. */
export function requireNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > NODE_MAJOR || (major === NODE_MAJOR && minor >= NODE_MINOR)) return;
  process.stderr.write(
    `This is Node ${process.versions.node}. Switchyard needs another: install Node ${NODE_MAJOR}.${NODE_MINOR} or later.\n`,
  );
  process.exit(1);
}

/** Limits of the heap, in megabytes. V8 lets garbage grow in proportion to them, and its own suit larger machines. */
export const heapLimits: readonly string[] = ['--max-old-space-size=1024', '--max-semi-space-size=16'];

/**
 * Restarts the program in the same process with {@link heapLimits}, which V8 accepts on a command line only, unless it
 * was started with limits already. Does nothing where a process cannot be replaced, and for a child with a channel to
 * its parent, which would be lost.
 */
export function ensureHeapLimits(): void {
  const given = [...process.execArgv, process.env.NODE_OPTIONS].join(' ');
  if (/--max[-_](old|semi)[-_]space/.test(given) || process.execve === undefined || process.channel) return;
  process.execve(process.execPath, [
    process.execPath,
    ...heapLimits,
    ...process.execArgv,
    ...process.argv.slice(1),
  ]);
}
