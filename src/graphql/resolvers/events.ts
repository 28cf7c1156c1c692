import { Event } from '../../core/events/event.ts';
import { queriesOf } from './queries.ts';

export const eventResolvers = [queriesOf(Event)];
