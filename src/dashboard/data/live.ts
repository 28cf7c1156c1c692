import type { TypedDocumentNode } from '@apollo/client';
import { useSubscription } from '@apollo/client/react';
import { useEffect, useRef } from 'react';

/** Changes within this time are fetched together: one command changes several objects. */
const GATHER_MS = 300;

/** Calls `onChange` soon after the service announces a change. */
export function useLive<Variables extends Record<string, unknown>>(
  document: TypedDocumentNode<unknown, Variables>,
  variables: Variables,
  onChange: () => unknown,
): void {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useSubscription(document as TypedDocumentNode<unknown, Record<string, unknown>>, {
    variables,
    ignoreResults: true,
    onData: () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void onChange(), GATHER_MS);
    },
  });
}
