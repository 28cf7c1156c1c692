import { Problem } from './errors.ts';

/** The states of a resource as data: allowed transitions, and the operations allowed in each state. */
export interface StateMachine<State extends string = string, Operation extends string = string> {
  /** The resource, such as `payment`. */
  readonly of: string;
  readonly initial: readonly State[];
  readonly terminal: readonly State[];
  /** Terminal states that may still be left, for example by a retry. */
  readonly reopened?: readonly State[];
  readonly transitions: Readonly<Record<State, readonly State[]>>;
  /** States in which each operation is allowed. */
  readonly operations: Readonly<Record<Operation, readonly State[]>>;
}

export const stateMachine = <State extends string, Operation extends string = never>(
  described: StateMachine<State, Operation>,
): StateMachine<State, Operation> => Object.freeze(described);

export type AnyStateMachine = StateMachine<string, string>;

export function allowed<State extends string, Operation extends string>(
  machine: StateMachine<State, Operation>,
  operation: Operation,
  status: State,
): boolean {
  return machine.operations[operation].includes(status);
}

/**
 * Checks that an operation is allowed in an object's status. Specification: States and transitions.
 *
 * @throws {Problem} `unexpected_state`, listing the statuses that allow the operation.
 */
export function requireState<State extends string, Operation extends string>(
  noun: string,
  machine: StateMachine<State, Operation>,
  operation: Operation,
  status: State,
): void {
  if (allowed(machine, operation, status)) return;
  const statuses = machine.operations[operation].join(', ');
  throw new Problem(
    'unexpected_state',
    `The ${noun} is in status ${status}; ${operation} is allowed in: ${statuses}.`,
  );
}

/**
 * Checks a transition and returns the new status. Staying in a status is always allowed.
 *
 * @throws {Error} for a transition that is not allowed: a bug in the command, not an error of the caller.
 */
export function transition<State extends string>(
  machine: StateMachine<State>,
  from: State,
  to: NoInfer<State>,
): State {
  if (from !== to && !machine.transitions[from].includes(to)) {
    throw new Error(`A ${machine.of} cannot go from ${from} to ${to}.`);
  }
  return to;
}

/** The states reachable from the given states, including them. */
export function reachable(machine: AnyStateMachine, from: readonly string[]): ReadonlySet<string> {
  const states = new Set(from);
  for (const state of states) for (const next of machine.transitions[state] ?? []) states.add(next);
  return states;
}

function faultOf(machine: AnyStateMachine): string | undefined {
  const states = Object.keys(machine.transitions);
  const named = [
    ...machine.initial,
    ...machine.terminal,
    ...(machine.reopened ?? []),
    ...Object.values(machine.transitions).flat(),
    ...Object.values(machine.operations).flat(),
  ];
  const unknown = named.find((state) => !states.includes(state));
  if (unknown !== undefined) return `${unknown} is not a state of it`;

  const reached = reachable(machine, machine.initial);
  const unreachable = states.find((state) => !reached.has(state));
  if (unreachable !== undefined) return `${unreachable} is unreachable`;

  for (const state of states) {
    const isTerminal = machine.terminal.includes(state);
    const isReopened = machine.reopened?.includes(state) ?? false;
    const leads = machine.transitions[state]!.length > 0;
    if (isReopened && !(isTerminal && leads))
      return `${state} is declared reopened, but is not terminal or has no transitions`;
    if (isTerminal && leads && !isReopened) return `${state} is terminal, but has transitions`;
    const ends = [...reachable(machine, [state])].some((next) => machine.terminal.includes(next));
    if (!ends) return `${state} is a dead end: it leads to no terminal state`;
  }
  return undefined;
}

/**
 * Checks at startup that every state is reachable, and that every state leads to a terminal one.
 *
 * @throws {Error} naming the resource and the state.
 */
export function checkStates(machines: readonly AnyStateMachine[]): void {
  for (const machine of machines) {
    const fault = faultOf(machine);
    if (fault) throw new Error(`States of a ${machine.of}: ${fault}.`);
  }
}
