import * as f from '../model/fields.ts';
import { ERROR_MESSAGE_MAX, ValueObject } from '../model/index.ts';

/** The most that is kept of what an endpoint answers, in bytes. */
export const ANSWER_KEPT_MAX = 4 * 1024;

/** One try to deliver an event. */
@ValueObject({ about: 'One try to deliver an event.' })
export class WebhookAttempt {
  @f.Integer('Its number among the tries, from 1.') attempt_number?: number | null;
  @f.Timestamp('When it began.') started_at?: string | null;
  @f.Integer('How long it took, in milliseconds.') duration_ms?: number | null;
  @f.Integer('The status the endpoint answered with; null where it did not answer.') status_code?:
    | number
    | null;
  @f.Text('Why there is no answer, such as `timed_out`; null where there is one.') error?: string | null;
  @f.Text('Why it did not succeed, for people; null where it did.', { max: ERROR_MESSAGE_MAX })
  error_message?: string | null;
  @f.Text('The beginning of what the endpoint answered, up to 4 KiB.', { max: ANSWER_KEPT_MAX })
  answer?: string | null;
}
