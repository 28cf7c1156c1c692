import type { EventTypeValue } from '../entities/event-types.ts';
import type { Endpoint } from './endpoint.ts';

/** Whether an endpoint is to hear of a type of event: it has not been stopped, and no switch says otherwise. */
export function isSubscribed(endpoint: Endpoint, type: EventTypeValue): boolean {
  return endpoint.stoppedAt === null && endpoint.switches[`${type}_enabled`] !== false;
}
