import * as f from '../model/fields.ts';
import { Input } from '../model/index.ts';

/** The longest evidence, in characters. */
const EVIDENCE_MAX = 20_000;

/** What a dispute is challenged with. */
@Input({ about: 'What a dispute is challenged with.' })
export class DisputeChallenge {
  @f.Text('Why the payment was right, with all that shows it.', { required: true, max: EVIDENCE_MAX })
  evidence!: string;
  @f.JsonObject('Kept with the challenge; the connector is not sent it.') metadata?: Record<
    string,
    unknown
  > | null;
}
