import type { Reporter, TestCase, TestModule } from 'vitest/node';
import './figure.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);

/** Prints one line for each test with a figure, and the errors of failed ones. */
export default class FiguresReporter implements Reporter {
  #claims = 0;
  #failed = 0;

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    const { figure } = test.meta();
    if (state === 'failed') this.#failed += 1;
    if (figure === undefined && state !== 'failed') return;
    this.#claims += 1;
    const mark = { passed: '✓', failed: '✗', skipped: 'skipped:', pending: '?' }[state];
    print(`${mark} ${test.name.replace(/\.$/, '')}: ${figure ?? 'no figure'}`);
    for (const error of errors ?? []) print(`    ${error.message.split('\n').slice(0, 5).join('\n    ')}`);
  }

  onTestModuleEnd(module: TestModule): void {
    for (const error of module.errors()) {
      this.#failed += 1;
      print(`✗ ${module.relativeModuleId}: ${error.message}`);
    }
  }

  onTestRunEnd(): void {
    print(`${this.#claims} claims, ${this.#failed} failed`);
  }
}
