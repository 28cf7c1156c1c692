import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import type { LoadMerchant } from './actions.ts';

const updates = 'subscription Payments { paymentUpdated { updatedAt payment { paymentId status } } }';

/** What dashboards with live payments have received. */
export interface Followers {
  /** From a payment's change to its arrival, in milliseconds. */
  readonly delaysMs: number[];
  /** Subscriptions that ended with an error. */
  readonly counts: { readonly failed: number };
  close(): Promise<void>;
}

/** Opens a dashboard with live payments for each merchant. */
export function followPayments(url: string, merchants: readonly LoadMerchant[]): Followers {
  const delaysMs: number[] = [];
  const counts = { failed: 0 };
  const clients = merchants.map(({ key }) =>
    createClient({
      url: `${url.replace(/^http/, 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { 'api-key': key },
    }),
  );
  let isOpen = true;
  for (const client of clients) {
    client.subscribe<{ paymentUpdated: { updatedAt: string } }>(
      { query: updates },
      {
        next: ({ data }) => {
          if (data) delaysMs.push(Date.now() - Date.parse(data.paymentUpdated.updatedAt));
          else counts.failed += 1;
        },
        error: () => {
          if (isOpen) counts.failed += 1;
        },
        complete: () => {},
      },
    );
  }
  return {
    delaysMs,
    counts,
    close: async () => {
      isOpen = false;
      await Promise.all(clients.map((client) => client.dispose()));
    },
  };
}
