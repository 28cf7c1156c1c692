import * as f from '../model/fields.ts';
import { ERROR_MESSAGE_MAX, ValueObject } from '../model/index.ts';

/** Stored part of an endpoint's response body, in bytes. */
export const ANSWER_KEPT_MAX = 4 * 1024;

/** One HTTP request to a webhook endpoint. */
@ValueObject({ about: 'One attempt to deliver an event to a webhook endpoint.' })
export class WebhookAttempt {
  @f.Integer('Number of the attempt, counted from 1.') attempt_number?: number | null;
  @f.Timestamp('Time at which the attempt started.') started_at?: string | null;
  @f.Integer('Duration of the attempt, in milliseconds.') duration_ms?: number | null;
  @f.Integer('HTTP status returned by the endpoint; null if there was no response.')
  status_code?: number | null;
  @f.Text('Reason for a missing response, such as `timed_out`; null with a response.') error?: string | null;
  @f.Text('Why the attempt failed, in plain text; null if it succeeded.', {
    max: ERROR_MESSAGE_MAX,
    holds: 'message',
  })
  error_message?: string | null;
  @f.Text('Beginning of the response body, up to 4 KiB.', { max: ANSWER_KEPT_MAX }) answer?: string | null;
}
