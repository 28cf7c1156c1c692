import { Event } from '../../core/entities/event.ts';
import { queriesOf } from '../kit/queries.ts';

export const eventResolvers = [queriesOf(Event)];
