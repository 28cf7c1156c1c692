import type { Context } from '../foundation/context.ts';
import type {
  Connector,
  ConnectorDescription,
  CredentialScheme,
  MethodAbilities,
} from '../foundation/ports/connector.ts';
import { type ErrorMappingRow, unifiedMessage } from '../foundation/ports/connector-errors.ts';
import * as f from '../model/fields.ts';
import { ValueObject } from '../model/index.ts';
import { takesLaterCapture } from '../routing/eligibility.ts';

@ValueObject({ about: 'Currencies and countries of a type of payment method.' })
export class ConnectorTypeTerms {
  @f.Text('The type, as in `payment_method_type`.', { required: true, example: 'klarna' }) type!: string;
  @f.TextList('Its currencies; empty for all currencies of its method.', { example: ['EUR'] })
  currencies!: string[];
  @f.TextList('Two-letter ISO 3166 codes of the countries of its customers; empty for all.', {
    example: ['DE'],
  })
  countries!: string[];
  @f.Bool('Whether money can be authorized first and captured later.', { required: true, example: true })
  captures_later!: boolean;
}

@ValueObject({ about: "A connector's abilities for one kind of payment method or payout destination." })
export class ConnectorMethod {
  @f.Text('Kind: a `payment_method`, or for payouts a `payout_type`.', { required: true, example: 'card' })
  method!: string;
  @f.TextList('Types that the connector accepts, as in `payment_method_type`; empty for all.', {
    example: [],
  })
  types!: string[];
  @f.Bool('Whether money can be authorized first and captured later.', {
    required: true,
    example: true,
  })
  captures_later!: boolean;
  @f.Bool('Whether less than the authorized amount can be captured.', {
    required: true,
    example: true,
  })
  captures_partially!: boolean;
  @f.TextList('Currencies accepted for the kind; empty for all currencies of the connector.', { example: [] })
  currencies!: string[];
  @f.ObjectList(() => ConnectorTypeTerms, 'Types limited to some currencies or countries.')
  type_terms!: ConnectorTypeTerms[];
}

@ValueObject({ about: 'A credential of a connector account.' })
export class ConnectorCredential {
  @f.Text('Name in `connector_account_details`.', { required: true, example: 'api_key' }) name!: string;
  @f.Text('The meaning of the credential, and the place where a merchant finds it.', {
    required: true,
    example: 'Secret API key.',
  })
  about!: string;
  @f.Bool('Whether it is required.', { required: true, example: true }) required!: boolean;
  @f.Bool('Whether it is a secret, to be typed into a field that hides it.', {
    required: true,
    example: true,
  })
  secret!: boolean;
}

@ValueObject({ about: 'A method of authentication with a connector: the keys for an `auth_type`.' })
export class ConnectorCredentials {
  @f.Text('The `auth_type` in `connector_account_details`.', { required: true, example: 'HeaderKey' })
  auth_type!: string;
  @f.ObjectList(() => ConnectorCredential, 'Keys required with the `auth_type`.')
  keys!: ConnectorCredential[];
}

@ValueObject({ about: 'A field of evidence against a dispute.' })
export class ConnectorEvidence {
  @f.Text('Name of the field.', { required: true, example: 'receipt' }) name!: string;
  @f.Text('The expected content.', { required: true, example: 'Proof of delivery.' }) about!: string;
  @f.Text('The type: `text` or `file`.', { required: true, example: 'text' }) takes!: string;
}

@ValueObject({ about: "The meaning of a connector's error code, unless an error mapping overrides it." })
export class ConnectorError {
  @f.Text('Flow in which it occurs: `payment`, `payout` or `refund`.', {
    required: true,
    example: 'payment',
    holds: 'code',
  })
  flow!: string;
  @f.Text('Step of the flow; null for any.', { example: 'authorize', holds: 'code' }) sub_flow?:
    | string
    | null;
  @f.Text("The connector's code.", { required: true, example: 'card_declined' }) code!: string;
  @f.Text('Connector-independent error code.', { required: true, example: 'UE_1000', holds: 'code' })
  unified_code!: string;
  @f.Text('Connector-independent error message.', {
    required: true,
    example: 'The payment was declined. Please try another card or another way to pay.',
    holds: 'message',
  })
  unified_message!: string;
  @f.Text('The next step: `retry` at another account, or `do_default`.', {
    required: true,
    example: 'do_default',
  })
  decision!: string;
  @f.Bool('Whether 3-D Secure may help.', { required: true, example: false }) step_up_possible!: boolean;
}

@ValueObject({ about: 'A connector of this service, with its capabilities.' })
export class InstalledConnector {
  @f.Text('Name, as in `connector_name` of a connector account.', { required: true, example: 'sandbox' })
  name!: string;
  @f.TextList('Operations and features, such as `authorize`, `multiple_captures` or `payout`.', {
    example: ['authorize'],
  })
  capabilities!: string[];
  @f.ObjectList(() => ConnectorMethod, 'Payment methods that it charges.')
  payment_methods!: ConnectorMethod[];
  @f.ObjectList(() => ConnectorMethod, 'Destinations that it pays out to.')
  payout_methods!: ConnectorMethod[];
  @f.TextList('Currencies that it accepts; empty for all.', { example: [] }) currencies!: string[];
  @f.ObjectList(
    () => ConnectorCredentials,
    'Methods of authentication, the usual one first; empty if it accepts any credentials.',
  )
  credentials!: ConnectorCredentials[];
  @f.ObjectList(() => ConnectorEvidence, 'Fields of evidence against a dispute.')
  dispute_evidence!: ConnectorEvidence[];
  @f.TextList(
    'Reasons from which the connector requires a choice when challenging a dispute; empty if not required.',
    { example: [] },
  )
  defence_reasons!: string[];
  @f.ObjectList(() => ConnectorError, 'Meanings of its error codes, unless an error mapping overrides them.')
  errors!: ConnectorError[];
}

/** The connectors of this service, by name. */
export function installedConnectors(ctx: Context): InstalledConnector[] {
  return ctx.ports.connectors.names.map((name) => describe(ctx.ports.connectors.find(name)!));
}

const cardsAlone: MethodAbilities = { card: { types: null, capturesLater: true } };

function describe(connector: Connector): InstalledConnector {
  const { abilities, credentials, currencies, disputes, errors, name } = connector;
  return {
    name,
    capabilities: [...abilities],
    payment_methods: abilities.has('authorize') ? methods(connector.paymentMethods) : [],
    payout_methods: abilities.has('payout') ? methods(connector.payoutMethods) : [],
    currencies: [...(currencies ?? [])],
    credentials: (credentials ?? []).map(describeScheme),
    dispute_evidence: (disputes?.evidence ?? []).map((field) => ({ ...field })),
    defence_reasons: [...(disputes?.defenceReasons ?? [])],
    errors: (errors ?? []).map(describeError),
  };
}

const methods = (given: ConnectorDescription['paymentMethods'] | MethodAbilities): ConnectorMethod[] =>
  Object.entries((given ?? cardsAlone) as MethodAbilities).flatMap(([method, ability]) =>
    ability
      ? [
          {
            method,
            types: [...(ability.types ?? [])],
            captures_later: ability.capturesLater ?? false,
            captures_partially: ability.capturesPartially ?? ability.capturesLater ?? false,
            currencies: [...(ability.currencies ?? [])],
            type_terms: Object.entries(ability.terms ?? {}).map(([type, { countries, currencies }]) => ({
              type,
              captures_later: takesLaterCapture(ability, type),
              currencies: [...(currencies ?? [])],
              countries: [...(countries ?? [])],
            })),
          },
        ]
      : [],
  );

const describeScheme = ({ authType, keys }: CredentialScheme): ConnectorCredentials => ({
  auth_type: authType,
  keys: keys.map(({ about, name, required, secret }) => ({
    name,
    about,
    required: required ?? true,
    secret,
  })),
});

const describeError = (row: ErrorMappingRow): ConnectorError => ({
  flow: row.flow,
  sub_flow: row.subFlow,
  code: row.code,
  unified_code: row.unifiedCode,
  unified_message: unifiedMessage(row.unifiedCode, row.flow),
  decision: row.decision,
  step_up_possible: row.stepUp ?? false,
});
