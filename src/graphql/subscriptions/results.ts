import type { ExecutionResult } from 'graphql';

/**
 * The results of a subscription: executes each batch of its source together and returns the results one by one. Not a
 * generator, because `return` on a generator waits for a pending `next`.
 *
 * @param onEnd Called once, when the results have ended.
 */
export function resultsOf<Payload>(
  source: AsyncIterator<readonly Payload[]>,
  executeBatch: (batch: readonly Payload[]) => Promise<ExecutionResult[]>,
  onEnd: () => void,
): AsyncIterableIterator<ExecutionResult> {
  let results: ExecutionResult[] = [];
  let ended = false;
  const end = async (): Promise<IteratorResult<ExecutionResult>> => {
    if (!ended) {
      ended = true;
      results = [];
      onEnd();
      await source.return?.();
    }
    return { done: true, value: undefined };
  };
  const next = async (): Promise<IteratorResult<ExecutionResult>> => {
    try {
      while (results.length === 0) {
        const batch = ended ? { done: true as const } : await source.next();
        if (batch.done) return await end();
        results = await executeBatch(batch.value);
      }
    } catch (error) {
      await end();
      throw error;
    }
    if (ended) return { done: true, value: undefined };
    return { done: false, value: results.shift()! };
  };
  const iterator: AsyncIterableIterator<ExecutionResult> = {
    next,
    return: end,
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}
