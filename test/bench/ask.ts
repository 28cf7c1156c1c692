import autocannon from 'autocannon';

/** The load on the service. */
export interface Asking {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly connections: number;
  readonly seconds: number;
}

/** Repeats a request for the given time, and prints its throughput and latency. */
export async function ask(name: string, request: Partial<autocannon.Request>, asking: Asking): Promise<void> {
  const { url, headers, connections, seconds } = asking;
  // In a worker thread, so that the client does not slow the service down.
  const options = { url, workers: 1, connections, headers, requests: [request] };
  await autocannon({ ...options, duration: 2 });
  const { errors, latency, non2xx, requests } = await autocannon({ ...options, duration: seconds });
  const failed = errors + non2xx === 0 ? '' : `  ${errors + non2xx} FAILED`;
  process.stdout.write(
    `${name.padEnd(48)} ${requests.average.toFixed(0).padStart(6)} requests/s   p50 ${latency.p50} ms   p99 ${latency.p99} ms${failed}\n`,
  );
}

/** A GraphQL document as a request. */
export const graphql = (query: string, variables: object) => ({
  method: 'POST' as const,
  path: '/graphql',
  body: JSON.stringify({ query, variables }),
});
