import { Refund } from '../entities/refund.ts';
import { fieldsFrom, Input } from '../model/index.ts';

/** What may be changed of a refund, in any state. Specification: endpoint 7. */
@Input({ about: 'Parameters for updating a refund.' })
export class RefundUpdate extends fieldsFrom(Refund, { takes: ['reason', 'metadata'] }) {}
