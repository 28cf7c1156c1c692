import { ApolloLink } from '@apollo/client';
import { OperationTypeNode } from 'graphql';
import { tap } from 'rxjs';

/** A unique key. Pages served over plain HTTP have no `crypto.randomUUID`. */
export function makeKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `dashboard-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

type Input = Readonly<Record<string, unknown>>;

/**
 * Gives each command one idempotency key until its response. After a lost response, the same command reuses its key, even from
 * another dialog, so that it runs once. Every other command has its own key.
 */
export function onceEach(): ApolloLink {
  // Commands without a response yet, with their keys. Never stored, since they may contain secrets.
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
