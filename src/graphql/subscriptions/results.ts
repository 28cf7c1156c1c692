import type { ExecutionResult } from 'graphql';

/**
 * The results of a subscription: each batch of its source is turned into results together, so that what they all read
 * is read at once, and they are handed out one after the other. Written as an object and not as a generator, which
 * could not be ended while it waits.
 */
export function resultsOf<Payload>(
  source: AsyncIterator<readonly Payload[]>,
  present: (batch: readonly Payload[]) => Promise<ExecutionResult[]>,
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
        results = await present(batch.value);
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
