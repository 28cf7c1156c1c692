import { Refund } from '../entities/refund.ts';
import { fieldsFrom, Input } from '../model/index.ts';

/** What may be changed of a refund, in any state. Specification: endpoint 7. */
@Input({ about: 'What may be changed of a refund.' })
export class RefundUpdate extends fieldsFrom(Refund, { takes: ['reason', 'metadata'] }) {}
