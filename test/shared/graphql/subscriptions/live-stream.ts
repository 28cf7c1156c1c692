import { type Client, createClient, NetworkError } from 'graphql-sse';
import type { TestService } from '../../../kit/service.ts';
import { type LiveSubscription, liveSubscription } from './live.ts';

/** A subscription over server-sent events, in a separate request. */
export interface LiveStream extends LiveSubscription {
  /**
   * How it ended: `completed`, or `broken` if the stream ended before, which a client treats as a network failure and
   * reconnects; otherwise the refusal's status.
   */
  readonly ended: Promise<'completed' | 'broken' | number>;
}

type StreamOptions = Omit<Parameters<typeof createClient>[0], 'url' | 'headers'>;

/** The clients with possibly open streams, which `closeStreams` ends after a test. */
const clients = new Set<Client>();

export function closeStreams(): void {
  for (const client of clients) client.dispose();
  clients.clear();
}

/** Subscribes with the graphql-sse client, which by default does not reconnect. */
export function follow(
  { url }: Pick<TestService, 'url'>,
  key: string | null,
  query: string,
  variables: Record<string, unknown> = {},
  options: StreamOptions = {},
): LiveStream {
  const headers: Record<string, string> = key === null ? {} : { 'api-key': key };
  const client = createClient({ url: `${url}/graphql`, headers, retryAttempts: 0, ...options });
  clients.add(client);
  let unsubscribe = () => {};
  const live = liveSubscription(() => unsubscribe());
  const ended = new Promise<'completed' | 'broken' | number>((resolve) => {
    unsubscribe = client.subscribe(
      { query, variables },
      {
        next: ({ data, errors }) => {
          live.errors.push(...((errors ?? []) as unknown as LiveSubscription['errors']));
          if (data) live.received.push(data);
        },
        error: (error) => {
          live.state.done = true;
          resolve((error instanceof NetworkError && error.response?.status) || 'broken');
        },
        complete: () => {
          live.state.done = true;
          resolve('completed');
        },
      },
    );
  });
  return { ...live, ended };
}
