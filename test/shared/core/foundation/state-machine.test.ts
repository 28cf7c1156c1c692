import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AttemptStatus, PaymentStatus } from '../../../../src/core/entities/payment-enumerations.ts';
import { disputeStages } from '../../../../src/core/entities/states/dispute-states.ts';
import { allMachines } from '../../../../src/core/entities/states/machines.ts';
import {
  paymentStates,
  paymentStatusByAttempt,
} from '../../../../src/core/entities/states/payment-states.ts';
import { Problem } from '../../../../src/core/foundation/errors.ts';
import {
  type AnyStateMachine,
  allowed,
  checkStates,
  reachable,
  requireState,
  transition,
} from '../../../../src/core/foundation/state-machine.ts';
import { property } from '../../../kit/property.ts';

const machines: readonly AnyStateMachine[] = [...allMachines, disputeStages];
const anyMachine = fc.constantFrom(...machines);

/** State tables, sound and unsound. */
const arbitraryTable: fc.Arbitrary<AnyStateMachine> = fc.integer({ min: 1, max: 6 }).chain((count) => {
  const states = Array.from({ length: count }, (_, i) => `s${i}`);
  const some = fc.subarray(states);
  return fc.record({
    of: fc.constant('thing'),
    initial: fc.subarray(states, { minLength: 1 }),
    terminal: some,
    transitions: fc
      .tuple(...states.map(() => some))
      .map((next) => Object.fromEntries(states.map((s, i) => [s, next[i]!]))),
    operations: fc.constant({}),
  });
});

const accepts = (machine: AnyStateMachine) => {
  try {
    checkStates([machine]);
    return true;
  } catch {
    return false;
  }
};

test('The state machines of all entities are sound', () => checkStates(machines));

property(
  'Every state reached from an initial one leads on to a terminal one',
  anyMachine,
  fc.array(fc.nat()),
  (machine, picks) => {
    let at = machine.initial[(picks[0] ?? 0) % machine.initial.length]!;
    for (const pick of picks) {
      const next = machine.transitions[at]!;
      if (next.length === 0) return machine.terminal.includes(at);
      at = transition(machine, at, next[pick % next.length]!);
    }
    return [...reachable(machine, [at])].some((state) => machine.terminal.includes(state));
  },
);

property(
  'A transition that is not in the state machine is rejected',
  anyMachine,
  fc.nat(),
  fc.nat(),
  (machine, a, b) => {
    const states = Object.keys(machine.transitions);
    const [from, to] = [states[a % states.length]!, states[b % states.length]!];
    const may = from === to || machine.transitions[from]!.includes(to);
    if (may) expect(transition(machine, from, to)).toBe(to);
    else expect(() => transition(machine, from, to)).toThrow(`${from} to ${to}`);
  },
);

property(
  'The check accepts exactly the machines whose states are all reachable and lead to a final terminal state',
  arbitraryTable,
  (machine) => {
    const states = Object.keys(machine.transitions);
    const reached = reachable(machine, machine.initial);
    const sound = states.every(
      (state) =>
        reached.has(state) &&
        [...reachable(machine, [state])].some((next) => machine.terminal.includes(next)) &&
        (!machine.terminal.includes(state) || machine.transitions[state]!.length === 0),
    );
    return accepts(machine) === sound;
  },
);

const table = (over: Partial<AnyStateMachine>): AnyStateMachine => ({
  of: 'thing',
  initial: ['a'],
  terminal: ['b'],
  transitions: { a: ['b'], b: [] },
  operations: {},
  ...over,
});

test.each([
  [table({ transitions: { a: ['b'], b: [], lost: ['b'] } }), 'lost is unreachable'],
  [table({ transitions: { a: ['b', 'stuck'], b: [], stuck: [] } }), 'stuck is a dead end'],
  [table({ transitions: { a: ['b', 'c'], b: [], c: ['d'], d: ['c'] } }), 'c is a dead end'],
  [table({ transitions: { a: ['b'], b: ['a'] } }), 'b is terminal, but has transitions'],
  [table({ reopened: ['b'] }), 'b is declared reopened'],
  [table({ operations: { update: ['nowhere'] } }), 'nowhere is not a state of it'],
])('The check of state machines names the machine and the faulty state (case %#)', (machine, fault) => {
  expect(() => checkStates([machine])).toThrow(`States of a thing: ${fault}`);
});

test('An operation in the wrong status is rejected with the statuses that allow it', () => {
  expect(allowed(paymentStates, 'capture', 'requires_capture')).toBe(true);
  const refused = () => requireState('payment', paymentStates, 'capture', 'succeeded');
  expect(refused).toThrow(Problem);
  expect(refused).toThrow(
    'The payment is in status succeeded; capture is allowed in: requires_capture, partially_captured_and_capturable.',
  );
});

test('Every attempt status maps to a payment status, and covers every status of a confirmed payment', () => {
  expect(Object.keys(paymentStatusByAttempt).sort()).toEqual([...AttemptStatus.values].sort());
  const follows = new Set<string>(Object.values(paymentStatusByAttempt));
  expect(PaymentStatus.values.filter((status) => !follows.has(status))).toEqual(['expired']);
});
