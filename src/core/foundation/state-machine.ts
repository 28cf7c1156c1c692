import { Problem } from './errors.ts';

/** The states of a kind of object as data: what may follow what, and what may be asked for when. */
export interface StateMachine<State extends string = string, Operation extends string = string> {
  /** What the states are of, for messages to programmers: `payment`. */
  readonly of: string;
  /** The states that an object may begin in. */
  readonly initial: readonly State[];
  /** The states that an object may stay in for good. */
  readonly terminal: readonly State[];
  /** The terminal states that may be left after all, for example by a retry. */
  readonly reopened?: readonly State[];
  readonly transitions: Readonly<Record<State, readonly State[]>>;
  /** The states in which each operation is allowed. */
  readonly operations: Readonly<Record<Operation, readonly State[]>>;
}

/** Describes the states of a kind of object. */
export const stateMachine = <State extends string, Operation extends string = never>(
  described: StateMachine<State, Operation>,
): StateMachine<State, Operation> => Object.freeze(described);

/** Any machine, whatever its states and operations are called. */
export type AnyStateMachine = StateMachine<string, string>;

/** Whether an operation is allowed in a status. */
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
 * @throws {Problem} `unexpected_state`, naming the object, its status and those in which the operation is allowed.
 */
export function requireState<State extends string, Operation extends string>(
  noun: string,
  machine: StateMachine<State, Operation>,
  operation: Operation,
  status: State,
): void {
  if (allowed(machine, operation, status)) return;
  const where = machine.operations[operation].join(', ');
  throw new Problem(
    'unexpected_state',
    `The ${noun} is in status ${status}; ${operation} is allowed in: ${where}.`,
  );
}

/**
 * The status to move to, checked: an object may stay as it is, and move where its table says.
 *
 * @throws {Error} for any other: a command that asks for it is wrong, not its caller.
 */
export function transition<State extends string>(
  machine: StateMachine<State>,
  from: State,
  to: NoInfer<State>,
): State {
  if (from !== to && !machine.transitions[from].includes(to)) {
    throw new Error(`A ${machine.of} does not go from ${from} to ${to}.`);
  }
  return to;
}

/** Every state that can be reached from some, those included. */
export function reachable(machine: AnyStateMachine, from: readonly string[]): ReadonlySet<string> {
  const found = new Set(from);
  for (const state of found) for (const next of machine.transitions[state] ?? []) found.add(next);
  return found;
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
  if (unknown !== undefined) return `${unknown} is not one of its states`;

  const reached = reachable(machine, machine.initial);
  const never = states.find((state) => !reached.has(state));
  if (never !== undefined) return `${never} is never reached`;

  for (const state of states) {
    const isTerminal = machine.terminal.includes(state);
    const isReopened = machine.reopened?.includes(state) ?? false;
    const leads = machine.transitions[state]!.length > 0;
    if (isReopened && !(isTerminal && leads))
      return `${state} is called reopened, but is not terminal or not left`;
    if (isTerminal && leads && !isReopened) return `${state} is terminal, but is left`;
    const ends = [...reachable(machine, [state])].some((next) => machine.terminal.includes(next));
    if (!ends) return `${state} is a dead end: nothing terminal follows it`;
  }
  return undefined;
}

/**
 * Checks tables of states when the process starts: every state can be reached, and from every state one that
 * is terminal.
 *
 * @throws {Error} naming the machine and the state.
 */
export function checkStates(machines: readonly AnyStateMachine[]): void {
  for (const machine of machines) {
    const fault = faultOf(machine);
    if (fault) throw new Error(`States of a ${machine.of}: ${fault}.`);
  }
}
