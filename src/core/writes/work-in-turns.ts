/** A run ends after this time; the next run continues. */
const RUN_MS = 30_000;

/** Work that is done in steps: a step of each object in turn, so that a large one does not hold up the others. */
export interface WorkInTurns<Found> {
  /** Finds objects with a step to do, except for those that are passed over. */
  readonly find: (passedOver: readonly string[]) => Promise<readonly Found[]>;
  readonly idOf: (found: Found) => string;
  /** Does the next step of an object, and returns the number of rows that it handled. */
  readonly step: (found: Found) => Promise<number>;
  /** Completes the sentence "3 … could not be processed." */
  readonly noun: string;
}

/**
 * Does the steps of the objects that have some, until there are none or the run has lasted half a minute.
 *
 * @returns The number of rows that the steps handled.
 * @throws {AggregateError} for objects with a failed step. The others are not affected.
 */
export async function workInTurns<Found>({ find, idOf, noun, step }: WorkInTurns<Found>): Promise<number> {
  const startedMs = performance.now();
  const errors = new Map<string, Error>();
  let rows = 0;
  for (;;) {
    const due = await find([...errors.keys()]);
    for (const found of due) {
      try {
        rows += await step(found);
      } catch (error) {
        errors.set(idOf(found), new Error(`A step of ${idOf(found)} failed.`, { cause: error }));
      }
    }
    if (due.length === 0 || performance.now() - startedMs > RUN_MS) break;
  }
  if (errors.size > 0)
    throw new AggregateError([...errors.values()], `${errors.size} ${noun} could not be processed.`);
  return rows;
}
