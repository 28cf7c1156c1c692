import type { ConnectorCall } from '../entities/connector-call.ts';
import type { WritingContext } from '../foundation/context.ts';
import type { Outcome } from '../foundation/port.ts';

/** Applies an outcome to the object that a call is for; answers the call that follows from it, if any. */
export type Apply = (
  tx: WritingContext,
  call: ConnectorCall,
  outcome: Outcome,
) => Promise<ConnectorCall | null>;
