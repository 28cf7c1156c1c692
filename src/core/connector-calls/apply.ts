import type { WritingContext } from '../context.ts';
import type { ConnectorCall } from './connector-call.ts';
import type { Outcome } from './port.ts';

/** Applies an outcome to the object that a call is for; answers the call that follows from it, if any. */
export type Apply = (
  tx: WritingContext,
  call: ConnectorCall,
  outcome: Outcome,
) => Promise<ConnectorCall | null>;
