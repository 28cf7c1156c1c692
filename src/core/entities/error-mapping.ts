import * as f from '../model/fields.ts';
import { ERROR_MESSAGE_MAX, enumeration, openEnumeration, Resource, type ValueOf } from '../model/index.ts';

export const ErrorMappingDecision = enumeration(
  'ErrorMappingDecision',
  'Action taken when an error mapping matches.',
  {
    retry:
      'Retries on the next eligible connector account, if the business profile allows automatic retries.',
    requeue: 'Stored for a later retry; treated like `do_default` in this version.',
    do_default: 'No retry: the failure stands.',
  },
);

export const ErrorCategory = openEnumeration('ErrorCategory', 'Category of an error.', {
  frm_decline: 'Declined by a fraud check.',
  processor_downtime: 'The processor is unavailable.',
  processor_decline_unauthorized: 'Declined by the processor: not authorized.',
  issue_with_payment_method: 'Problem with the payment method: expired, blocked or insufficient funds.',
  processor_decline_incorrect_data: 'Rejected by the processor: incorrect data.',
});

/** Maps a connector error to a unified error and a retry decision. Specification: Error-mapping record (gsm). */
@Resource({
  table: 'error_mappings',
  id: 'error_mapping_id',
  prefix: 'gsm',
  about:
    'An error mapping (gsm record): maps a connector error to a unified error and a retry decision, for all merchants.',
  order: 'created_at',
  from: 'oldest',
  reads: 'connectors:read',
  reach: 'shared',
  settings: true,
  audited: { shows: 'values' },
  // A digest, because the five texts together may exceed the size of an index entry.
  indexes: {
    error_mappings_key: {
      statement: `create unique index error_mappings_key on error_mappings
        (md5(connector || e'\\x1f' || flow || e'\\x1f' || sub_flow || e'\\x1f' || code || e'\\x1f' || message))`,
    },
    error_mappings_error: {
      statement: `create index error_mappings_error on error_mappings
        (md5(connector || e'\\x1f' || code || e'\\x1f' || message))`,
    },
  },
})
export class ErrorMapping {
  @f.Id('Unique identifier of the error mapping.', { required: true, visibility: 'beyond' })
  error_mapping_id!: string;
  @f.Text('Name of the connector that returns the error.', {
    required: true,
    filter: true,
    search: true,
    example: 'sandbox',
    holds: 'code',
  })
  connector!: string;
  @f.Text(
    'Flow in which the error occurs, `payment`, `payout` or `refund`, or a step of one, such as `Authorize` or `payment_authorize`. Case, spaces and underscores do not matter; an empty string matches any flow.',
    {
      required: true,
      filter: true,
      example: 'payment',
      holds: 'code',
    },
  )
  flow!: string;
  @f.Text(
    'Step of the flow: `screen`, `authorize`, `increment`, `capture`, `void`, `authenticate`, `fulfill`, `recall` or `refund`. An empty string matches any step.',
    {
      required: true,
      example: 'authorize',
      holds: 'code',
    },
  )
  sub_flow!: string;
  @f.Text('Error code returned by the connector.', {
    required: true,
    search: true,
    example: 'card_declined',
    holds: 'code',
  })
  code!: string;
  @f.Text('Error message returned by the connector, matched exactly; an empty string matches any message.', {
    required: true,
    max: ERROR_MESSAGE_MAX,
    search: true,
    example: '',
  })
  message!: string;
  @f.Text(
    'Status of an attempt whose authorization fails with the error: `failure`, `authorization_failed` or `authentication_failed`; statistics do not count the last as a decline. Case, spaces and underscores do not matter, and any other text means `failure`.',
    {
      required: true,
      example: 'Failure',
      holds: 'code',
    },
  )
  status!: string;
  @f.Text("The operator's name for the error, returned with `error_code`.", {
    holds: 'code',
  })
  router_error?: string | null;
  @f.Text('Connector-independent error code, identical for equivalent errors of all connectors.', {
    search: true,
    example: 'UE_9000',
    holds: 'code',
  })
  unified_code?: string | null;
  @f.Text(
    'Message for the customer, shown untranslated; null for the message of `unified_code` in the language of the page.',
    {
      max: ERROR_MESSAGE_MAX,
      example: 'Something went wrong',
      holds: 'message',
    },
  )
  unified_message?: string | null;
  @f.Enumeration(() => ErrorMappingDecision, 'Action to take: `retry`, `requeue` or `do_default`.', {
    required: true,
    filter: true,
  })
  decision!: ValueOf<typeof ErrorMappingDecision>;
  @f.Bool(
    'Whether a retry requests 3-D Secure authentication, first at the same connector account, then at the next.',
    { required: true },
  )
  step_up_possible!: boolean;
  @f.Enumeration(() => ErrorCategory, 'Category of the error, returned with `error_code`.', {
    filter: true,
  })
  error_category?: ValueOf<typeof ErrorCategory> | null;
  @f.Bool(
    "Whether a saved card's failed charge by connector token may succeed with the card number: if `decision` is `retry` and the business profile has `is_clear_pan_retries_enabled`, the charge is retried once at the same account with the number.",
    { required: true },
  )
  clear_pan_possible!: boolean;

  @f.Timestamp('Time at which the error mapping was created.', {
    required: true,
    visibility: 'beyond',
    filter: true,
    sort: true,
  })
  created_at!: Date;
  @f.Timestamp('Time at which the error mapping last changed.', { required: true, visibility: 'beyond' })
  modified_at!: Date;
}
