import * as f from '../model/fields.ts';
import { ERROR_MESSAGE_MAX, enumeration, Resource, type ValueOf } from '../model/index.ts';

export const ErrorMappingDecision = enumeration(
  'ErrorMappingDecision',
  'What the service does about an error.',
  {
    retry: 'Tries the next eligible connector, where the profile allows it.',
    requeue: 'Puts it back, to be tried later.',
    do_default: 'Lets the failure stand.',
  },
);

export const ErrorCategory = enumeration('ErrorCategory', 'Where an error comes from.', {
  frm_decline: 'A fraud check refused it.',
  processor_downtime: 'The processor is down.',
  processor_decline_unauthorized: 'The processor refused it as not authorized.',
  issue_with_payment_method: 'The payment method is at fault: expired, blocked, without funds.',
  processor_decline_incorrect_data: 'The processor refused what it was sent.',
});

/** What a connector's error means to the service. Specification: Error-mapping record (gsm). */
@Resource({
  table: 'error_mappings',
  id: 'error_mapping_id',
  prefix: 'gsm',
  about:
    "What a connector's error means: its own words in, a unified code and a decision out. For all merchants.",
  order: 'created_at',
  from: 'oldest',
  // A digest, because the five texts together may be longer than an index entry.
  indexes: {
    error_mappings_key: {
      statement: `create unique index error_mappings_key on error_mappings
        (md5(connector || e'\\x1f' || flow || e'\\x1f' || sub_flow || e'\\x1f' || code || e'\\x1f' || message))`,
    },
  },
})
export class ErrorMapping {
  @f.Id('Identifier of the record.', { required: true, visibility: 'graphql' }) error_mapping_id!: string;
  @f.Text('Name of the connector that reports the error.', { required: true, filter: true, search: true })
  connector!: string;
  @f.Text('What was being done: `payment`, `payout` or `refund`.', { required: true, filter: true })
  flow!: string;
  @f.Text('Which step of it: `authorize`, `capture`, `void`, `authenticate`, `fulfill` or `refund`.', {
    required: true,
  })
  sub_flow!: string;
  @f.Text("The connector's code for the error.", { required: true, search: true }) code!: string;
  @f.Text("The connector's message, matched to the letter; empty matches any.", {
    required: true,
    max: ERROR_MESSAGE_MAX,
    search: true,
  })
  message!: string;
  @f.Text('Status that the error leaves the attempt in, such as `Failure`.', { required: true })
  status!: string;
  @f.Text("The service's own name for the error.") router_error?: string | null;
  @f.Text('Code that is the same for the same error at every connector.', { search: true })
  unified_code?: string | null;
  @f.Text('Message to go with `unified_code`, fit for customers.', { max: ERROR_MESSAGE_MAX })
  unified_message?: string | null;
  @f.Enumeration(() => ErrorMappingDecision, 'What the service does: `retry`, `requeue` or `do_default`.', {
    required: true,
    filter: true,
  })
  decision!: ValueOf<typeof ErrorMappingDecision>;
  @f.Bool('Whether a retry adds 3DS.', { required: true }) step_up_possible!: boolean;
  @f.Enumeration(() => ErrorCategory, 'Where the error comes from.', { filter: true })
  error_category?: ValueOf<typeof ErrorCategory> | null;
  @f.Bool('Whether a retry may use the card number in place of a network token.', { required: true })
  clear_pan_possible!: boolean;

  @f.Timestamp('When it was created.', { required: true, visibility: 'graphql', filter: true, sort: true })
  created_at!: Date;
  @f.Timestamp('When it last changed.', { required: true, visibility: 'graphql' }) modified_at!: Date;
}
