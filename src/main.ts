import module from 'node:module';
import path from 'node:path';
import { ensureHeapLimits, requireNode } from './service/runtime.ts';

/**
 * The entry of a process that serves: refuses an unfit Node before it meets syntax or imports that it does not know.
 */
requireNode();
if (import.meta.filename.endsWith('.js')) {
  ensureHeapLimits();
  // V8's compiled code is cached beside the source, where nobody else can write; a process that cannot write there
  // caches nothing.
  module.enableCompileCache(path.join(import.meta.dirname, '.compile-cache'));
}
const { runProcess } = await import('./service/process.ts');
await runProcess();
