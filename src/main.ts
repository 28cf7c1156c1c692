import module from 'node:module';
import path from 'node:path';

/** The entry: tells an unfit Node before it meets syntax or imports that it does not know, then starts the service. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 17)) {
  process.stderr.write(
    `Switchyard needs Node 22.17 or later, and this is ${process.versions.node}. \`npm start\` runs it with its own.\n`,
  );
  process.exit(1);
}
if (import.meta.filename.endsWith('.js')) {
  const { ensureHeapLimits } = await import('./service/heap-limits.ts');
  ensureHeapLimits();
  // What V8 has compiled once is kept beside the code, where nobody else can write; where this process cannot either, it
  // is not kept.
  module.enableCompileCache(path.join(import.meta.dirname, '.compile-cache'));
}
const { run } = await import('./service/process.ts');
await run();
