import { Session } from 'node:inspector/promises';
import { findSourceMap } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));

process.setSourceMapsEnabled(true);
const session = new Session();
session.connect();
await session.post('Profiler.enable');
// V8 counts only calls made after this point, so import this module before the modules to measure.
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

/** A function of src that ran, by its offsets in the compiled script. */
interface Ran {
  readonly scriptId: string;
  readonly url: string;
  readonly from: number;
  readonly to: number;
}

/** The functions of src that have run since the last call, by file, from V8's precise coverage. */
export async function functionsEntered(): Promise<ReadonlyMap<string, readonly Ran[]>> {
  const { result: scripts } = await session.post('Profiler.takePreciseCoverage');
  const ran = scripts
    .filter(({ url }) => url.startsWith(`file://${SRC}/`))
    .flatMap(({ functions, scriptId, url }) =>
      functions
        .map(({ ranges: [whole] }) => whole!)
        .filter(({ count }) => count > 0)
        .map(({ endOffset: to, startOffset: from }) => ({ scriptId, url, from, to })),
    );
  return Map.groupBy(ran, ({ url }) => path.relative(SRC, fileURLToPath(url.replace(/\?.*/, ''))));
}

const sources = new Map<string, string>();

/** The compiled text of a script. */
async function compiled(scriptId: string): Promise<string> {
  if (sources.size === 0) await session.post('Debugger.enable');
  const known = sources.get(scriptId);
  if (known !== undefined) return known;
  const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId });
  sources.set(scriptId, scriptSource);
  return scriptSource;
}

/** How many source lines of a file its functions cover, counting each line once. */
export async function linesOf(functions: readonly Ran[]): Promise<number> {
  const lines = new Set<number>();
  for (const { from, scriptId, to, url } of functions) {
    const text = await compiled(scriptId);
    const map = findSourceMap(url);
    if (!map) throw new Error(`${url} has no source map.`);
    const lineAt = (offset: number): number | null => {
      const before = text.slice(0, offset).split('\n');
      const entry = map.findEntry(before.length - 1, before.at(-1)!.length);
      return 'originalLine' in entry ? entry.originalLine : null;
    };
    const first = lineAt(from);
    // The compiler's own helpers, at the head of a script, have no source.
    if (first === null) continue;
    const last = lineAt(to - 1) ?? first;
    for (let line = first; line <= last; line += 1) lines.add(line);
  }
  return lines.size;
}
