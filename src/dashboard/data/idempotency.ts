import { ApolloLink } from '@apollo/client';
import { OperationTypeNode } from 'graphql';
import { tap } from 'rxjs';

/** A key that no other request has. Pages served over plain HTTP have no `crypto.randomUUID`. */
export function makeKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `dashboard-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

type Input = Readonly<Record<string, unknown>>;

/**
 * Gives each command one idempotency key until it is answered. The same command has the same key again if its response was
 * lost, even from another dialog, so that it is not done twice; any other command has a key of its own.
 */
export function onceEach(): ApolloLink {
  // Commands without a response so far, and their keys. Never stored: they may have secrets.
  const unanswered = new Map<string, string>();
  return new ApolloLink((operation, forward) => {
    const input = operation.variables.input as Input | undefined;
    if (operation.operationType !== OperationTypeNode.MUTATION || input?.idempotencyKey === undefined) {
      return forward(operation);
    }
    const { idempotencyKey: offered, ...rest } = input;
    const command = JSON.stringify([operation.operationName, rest]);
    const idempotencyKey = unanswered.get(command) ?? String(offered);
    unanswered.set(command, idempotencyKey);
    operation.variables = { ...operation.variables, input: { ...rest, idempotencyKey } };
    return forward(operation).pipe(tap(() => unanswered.delete(command)));
  });
}
