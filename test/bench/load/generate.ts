import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { GeneratorPlan, GeneratorReport } from './generator.ts';

/** The final report of a generator. */
export type Generated = Extract<GeneratorReport, { tallies: unknown }>;

/** A generator at work. */
export interface Generating {
  /** The counts so far. */
  readonly soFar: { readonly answered: number; readonly failed: number };
  readonly done: Promise<Generated>;
}

/** Generates load in a separate process. */
export function generate(plan: GeneratorPlan): Generating {
  const child = fork(fileURLToPath(new URL('./generator.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
    // Maps stay maps.
    serialization: 'advanced',
  });
  process.once('exit', () => child.kill('SIGKILL'));
  let soFar = { answered: 0, failed: 0 };
  let generated: Generated | undefined;
  child.on('message', (report: GeneratorReport) => {
    if ('tallies' in report) generated = report;
    else soFar = report;
  });
  child.send(plan);
  const ended = async () => {
    // After the last message, which the end of the process may precede.
    await once(child, 'disconnect');
    child.kill();
    if (!generated) throw new Error('The generator of the load ended without a report.');
    return generated;
  };
  return {
    get soFar() {
      return soFar;
    },
    done: ended(),
  };
}
