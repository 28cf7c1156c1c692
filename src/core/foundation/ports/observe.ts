/** The labels of each kind of step. Their values come from small, fixed sets, because metrics count by them. */
export interface StepLabels {
  /** A request, until its response is closed. */
  request: { method: string; route: string };
  /** A GraphQL operation, until its response is closed. */
  graphql_operation: { operation: string; type: string };
  /** A call to a connector, look-ups and checks of credentials included. */
  connector_call: { connector: string; operation: string };
  /** The recovery of a connector call without an outcome. */
  look_up: Record<never, string>;
  /** One attempt at a webhook delivery. */
  webhook_attempt: Record<never, string>;
  /** A background job. */
  job: { task: string };
}

export type StepKind = keyof StepLabels;

/** A step of the service's work. */
export interface Step<Kind extends StepKind = StepKind> {
  readonly kind: Kind;
  /** May be changed until the step has ended: a request's route is known only then. */
  readonly labels: StepLabels[Kind];
  /** Identifiers and other attributes shown only in traces. May be changed until the step has ended. */
  readonly ids?: Readonly<Record<string, string>>;
  /** The W3C traceparent of the cause, if it is not the current operation. */
  readonly cause?: string | null | undefined;
  /** The step's trace; set at the start if tracing is on. */
  traceId?: string;
}

/**
 * Runs a step and observes it.
 *
 * @param resultOf Returns the result's name, from a small, fixed set; null excludes the step from the metrics. A step
 * that rejects has the result `error`.
 */
export type Observe = <Kind extends StepKind, T>(
  step: Step<Kind>,
  work: () => Promise<T>,
  resultOf: (value: T) => string | null,
) => Promise<T>;
