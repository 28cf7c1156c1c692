import { Input } from '../../core/model/index.ts';

/** What operations without parameters take: anything given is refused by name. */
@Input({ about: 'No parameters.' })
export class NoParameters {}
