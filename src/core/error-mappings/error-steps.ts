import type { ErrorMapping } from '../entities/error-mapping.ts';
import { canonicalName } from '../foundation/canonical-name.ts';
import type { ConnectorRegistry } from '../foundation/ports/connector.ts';

/** The steps of each flow in which a connector's error can occur. */
const stepsByFlow: Readonly<Record<string, readonly string[]>> = {
  payment: ['screen', 'authorize', 'increment', 'capture', 'void', 'authenticate'],
  payout: ['fulfill', 'recall'],
  refund: ['refund'],
};

interface Step {
  readonly flow: string;
  readonly step: string;
}

const steps: readonly Step[] = Object.entries(stepsByFlow).flatMap(([flow, names]) =>
  names.map((step) => ({ flow, step })),
);

/** Names that other orchestrators give to a step. */
const otherNames: Readonly<Record<string, string>> = {
  completeauthorize: 'authorize',
  setupmandate: 'authorize',
  incrementalauthorization: 'increment',
  execute: 'refund',
  pofulfill: 'fulfill',
  pocancel: 'recall',
};

const stepNamed = (name: string): string => otherNames[name] ?? name;

/** The steps that a `flow` names: all steps of a flow, or one step, with or without its flow (`payment_authorize`). */
function stepsOfFlow(flow: string): readonly Step[] {
  const name = stepNamed(canonicalName(flow));
  if (name === '') return steps;
  const whole = steps.filter((one) => one.flow === name);
  if (whole.length > 0 && name !== 'refund') return whole;
  return steps.filter(({ flow, step }) => step === name || flow + step === name || flow === name);
}

type Place = Pick<ErrorMapping, 'flow' | 'sub_flow'>;

/**
 * The steps that a mapping covers. Case, spaces, hyphens and underscores are ignored; an empty text stands for every flow
 * or step. If `flow` already names a step, such as `Authorize`, an unknown `sub_flow` is free text.
 */
function stepsOf({ flow, sub_flow }: Place): readonly Step[] {
  const named = stepsOfFlow(flow);
  const sub = stepNamed(canonicalName(sub_flow));
  if (sub === '') return named;
  const within = named.filter(({ flow, step }) => step === sub || flow + step === sub);
  const isKnown = steps.some(({ flow, step }) => step === sub || flow + step === sub);
  return named.length === 1 && !isKnown ? named : within;
}

/** The number of steps that a mapping covers; null if the error's step is not among them. */
export function coverage(place: Place, flow: string, step: string): number | null {
  const covered = stepsOf(place);
  return covered.some((one) => one.flow === flow && one.step === step) ? covered.length : null;
}

/** Why a mapping can match no error, in a sentence; null if it can. */
export function neverMatches(
  { code, connector, flow, sub_flow }: Place & Pick<ErrorMapping, 'code' | 'connector'>,
  connectors: ConnectorRegistry,
): string | null {
  if (!connectors.find(connector)) {
    return `No connector of this service has this name. It has ${connectors.names.join(', ')}.`;
  }
  if (code === '') return 'It has no error code.';
  if (stepsOfFlow(flow).length === 0) {
    return `Its flow names neither a flow (${Object.keys(stepsByFlow).join(', ')}) nor a step of one.`;
  }
  if (stepsOf({ flow, sub_flow }).length > 0) return null;
  return `Its sub_flow names no step of its flow (${stepsOfFlow(flow)
    .map(({ step }) => step)
    .join(', ')}).`;
}
