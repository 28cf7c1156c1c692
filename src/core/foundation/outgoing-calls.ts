import { Problem } from './errors.ts';
import { type ConnectorRegistry, offFor } from './ports/connector.ts';
import type { Mail } from './ports/mail.ts';
import type { OutgoingCalls } from './ports/outgoing-calls.ts';

/** Seconds after which a refused request may be repeated: an operator must act first. */
const RETRY_AFTER_S = 60;

const meaning = {
  undecided: 'it was restored or moved and may be a copy',
  copy: 'it is marked as a copy',
} as const;

/** Reason for the stop of outgoing calls, and the command with which an operator resumes them. */
export const reasonOf = (off: NonNullable<OutgoingCalls['off']>): string =>
  `Outgoing calls are off for this database: ${meaning[off]}. If it is the original, run: switchyard database original`;

/** The error of a request that would need an outgoing call. */
export const outgoingCallsOff = (off: NonNullable<OutgoingCalls['off']>): Problem =>
  new Problem('outgoing_calls_off', `${reasonOf(off)}. Nothing was sent.`, { retryAfterS: RETRY_AFTER_S });

/** @throws {Problem} `outgoing_calls_off` while outgoing calls are off. */
export function requireOutgoingCalls({ outgoing }: { readonly outgoing: OutgoingCalls }): void {
  if (outgoing.off !== null) throw outgoingCallsOff(outgoing.off);
}

/**
 * @throws {Problem} `outgoing_calls_off` while the mail server is not called; writing development e-mail to the log
 * is not a call.
 */
export function requireMailServer(ports: {
  readonly mail: Mail | null;
  readonly outgoing: OutgoingCalls;
}): void {
  if (!ports.mail?.isLogged) requireOutgoingCalls(ports);
}

interface ConnectorPorts {
  readonly connectors: ConnectorRegistry;
  readonly outgoing: OutgoingCalls;
}

/** @throws {Problem} `outgoing_calls_off` while a connector is not called. */
export function requireCallsTo(ports: ConnectorPorts, connector: string): void {
  const off = offFor(ports, connector);
  if (off !== null) throw outgoingCallsOff(off);
}
