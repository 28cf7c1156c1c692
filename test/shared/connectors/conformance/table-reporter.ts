import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** The prefix of the group name for a connector's behaviours. */
export const CONFORMANCE_OF = 'Conformance of ';

const print = (line: string) => process.stdout.write(`${line}\n`);

/** Prints one table of the conformance suite's results: a row per behaviour, a column per connector. */
export default class TableReporter implements Reporter {
  /** Results by connector, under the titles of the behaviours, by chapter. */
  readonly #rows = new Map<string, Map<string, Map<string, string>>>();
  readonly #connectors = new Set<string>();
  readonly #failures: string[] = [];

  onTestCaseResult(test: TestCase): void {
    const [title = '', chapter = '', group = ''] = pathOf(test);
    if (!group.startsWith(CONFORMANCE_OF)) return;
    const connector = group.slice(CONFORMANCE_OF.length);
    this.#connectors.add(connector);
    const result = test.result();
    const cell =
      result.state === 'passed' ? '✓' : result.state === 'skipped' ? `– ${shortened(result.note)}` : '✗';
    const behaviours = this.#rows.get(chapter) ?? new Map<string, Map<string, string>>();
    this.#rows.set(chapter, behaviours);
    behaviours.set(title, (behaviours.get(title) ?? new Map()).set(connector, cell));
    for (const { message } of result.errors ?? []) {
      this.#failures.push(`✗ ${connector}: ${title}\n    ${message.split('\n').slice(0, 8).join('\n    ')}`);
    }
  }

  onTestModuleEnd(module: TestModule): void {
    for (const { message } of module.errors())
      this.#failures.push(`✗ ${module.relativeModuleId}: ${message}`);
  }

  onTestRunEnd(): void {
    const order = ['sandbox', 'stripe', 'adyen'];
    const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
    const connectors = [...this.#connectors].sort((a, b) => place(a) - place(b));
    const chapters = [...this.#rows].map(([chapter, behaviours]) => ({
      chapter,
      lines: [...behaviours].map(([title, cells]) => [
        title,
        ...connectors.map((name) => cells.get(name) ?? '?'),
      ]),
    }));
    const widths = ['', ...connectors].map((name, column) =>
      Math.max(name.length, ...chapters.flatMap(({ lines }) => lines.map((line) => line[column]!.length))),
    );
    const aligned = (cells: readonly string[]) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd();
    for (const { chapter, lines } of chapters) {
      print(`\n${aligned([chapter, ...connectors])}`);
      for (const line of lines) print(aligned(line));
    }
    const behaviours = chapters.reduce((sum, { lines }) => sum + lines.length, 0);
    const results = chapters.flatMap(({ lines }) => lines.flatMap(([, ...cells]) => cells));
    const count = (mark: string) => results.filter((cell) => cell.startsWith(mark)).length;
    print(
      `\n${behaviours} behaviours, ${connectors.length} connectors: ${count('✓')} ✓, ${count('–')} –, ${count('✗')} ✗`,
    );
    for (const failure of this.#failures) print(failure);
  }
}

/** The names of a test and its surrounding groups, innermost first. */
function pathOf(test: TestCase): string[] {
  const names = [test.name];
  for (let at = test.parent; at.type === 'suite'; at = at.parent) names.push(at.name);
  return names;
}

/** A cell shows `lacks the capability void` as `void`. */
const shortened = (note: string | undefined): string =>
  (note ?? '').replace(/^lacks (the capability |a |)/, '').replace(/ that is /, ' ');
