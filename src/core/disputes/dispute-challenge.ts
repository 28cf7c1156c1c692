import * as f from '../model/fields.ts';
import { Input } from '../model/index.ts';

/** The longest evidence, in characters. */
const EVIDENCE_MAX = 20_000;

/** What a dispute is challenged with. */
@Input({ about: 'Parameters for challenging a dispute.' })
export class DisputeChallenge {
  @f.Text('Evidence that supports the payment, as text. Sent to the connector.', {
    required: true,
    max: EVIDENCE_MAX,
  })
  evidence!: string;
  @f.JsonObject("Key-value pairs for the merchant's own use; not sent to the connector.")
  metadata?: Record<string, unknown> | null;
}
