import path from 'node:path';
import {
  type DocumentNode,
  type InputObjectTypeDefinitionNode,
  type InputValueDefinitionNode,
  Kind,
  parse,
  type TypeDefinitionNode,
  type TypeNode,
} from 'graphql';
import { describedMember } from '../core/model/graphql-types.ts';

/** The inputs with forms in the dashboard: by file, the input's type and the fields left out of the form. */
const forms: readonly { file: string; name: string; input: string; without?: RegExp; only?: RegExp }[] = [
  {
    ...{
      file: 'pages/settings/profile.fields.ts',
      name: 'profileFields',
      input: 'UpdateBusinessProfileInput',
    },
    // Routing is edited beside the connector accounts, and the signing key beside the webhooks.
    without: /[rR]outing(Algorithm)?$|^profileId$|^paymentResponseHashKey$/,
  },
  {
    ...{
      file: 'pages/settings/merchant.fields.ts',
      name: 'merchantFields',
      input: 'UpdateMerchantAccountInput',
    },
    without:
      /[rR]outing(Algorithm)?$|^(merchantId|organizationId|parentMerchantId|paymentResponseHashKey|requireSecondFactor)$/,
  },
  {
    ...{
      file: 'pages/connectors/account.fields.ts',
      name: 'accountFields',
      input: 'UpdateConnectorAccountInput',
    },
    only: /^(paymentMethodsEnabled|business\w+|testMode|metadata|walletxVerifiedDomains|connectorWalletsDetails|frmConfigs)$/,
  },
  {
    ...{
      file: 'pages/developers/endpoint.fields.ts',
      name: 'endpointFields',
      input: 'UpdateWebhookEndpointInput',
    },
    without: /^endpointId$/,
  },
  {
    ...{
      file: 'pages/reports/schedule.fields.ts',
      name: 'scheduleFields',
      input: 'UpdateReportScheduleInput',
    },
    without: /^scheduleId$/,
  },
  {
    ...{ file: 'pages/developers/key.fields.ts', name: 'keyFields', input: 'UpdateApiKeyInput' },
    without: /^(keyId|permissions)$/,
  },
  {
    ...{ file: 'pages/payments/payment.fields.ts', name: 'paymentFields', input: 'CreatePaymentInput' },
    only: /^(amount|currency|description|merchantOrderReferenceId|email|name|captureMethod|authenticationType|returnUrl|sessionExpiry|statementDescriptorSuffix)$/,
  },
  {
    ...{ file: 'pages/payouts/payout.fields.ts', name: 'payoutFields', input: 'CreatePayoutInput' },
    only: /^(amount|currency|description|email|name|entityType|priority|payoutType|payoutMethodData|payoutLink)$/,
  },
  {
    file: 'act/mail-link.fields.ts',
    name: 'mailLinkFields',
    input: 'MailPaymentLinkInput',
    only: /^locale$/,
  },
];

/** Fields that every mutation has, which no form shows. */
const ofEveryMutation = new Set(['idempotencyKey', 'merchantId']);
/** Descriptions of fields without effect: no form asks for them. */
const withoutEffect = /not used yet|Accepted nowhere yet|^Reserved/;

/**
 * A field of a form, as the generated files hold it. They have the dashboard's `DescribedField` check it: to import that here
 * would compile the dashboard for Node.
 */
interface FormField {
  readonly name: string;
  readonly kind: string;
  readonly about: string;
  readonly isRequired?: boolean;
  readonly options?: readonly string[];
  readonly fields?: readonly FormField[];
}

const kinds: Readonly<Record<string, string>> = {
  Boolean: 'flag',
  Int: 'number',
  Amount: 'amount',
  DateTime: 'time',
  JSON: 'json',
};

const typeOf = (type: TypeNode): { name: string; isList: boolean } => {
  if (type.kind === Kind.NON_NULL_TYPE) return typeOf(type.type);
  if (type.kind === Kind.LIST_TYPE) return { name: typeOf(type.type).name, isList: true };
  return { name: type.name.value, isList: false };
};

/** The fields of an input object in the order of forms, required ones first, with the fields of nested objects. */
function fieldsOf(
  types: ReadonlyMap<string, TypeDefinitionNode>,
  input: string,
  isShown: (name: string) => boolean,
): FormField[] {
  const { fields = [] } = types.get(input) as InputObjectTypeDefinitionNode;
  return fields
    .filter(({ description, name: { value } }) => {
      return isShown(value) && !ofEveryMutation.has(value) && !withoutEffect.test(description?.value ?? '');
    })
    .map((field) => fieldOf(types, input, field))
    .sort((a, b) => Number(b.isRequired ?? false) - Number(a.isRequired ?? false));
}

function fieldOf(
  types: ReadonlyMap<string, TypeDefinitionNode>,
  input: string,
  { description, name, type }: InputValueDefinitionNode,
): FormField {
  const { isList, name: typeName } = typeOf(type);
  const definition = types.get(typeName);
  const described = {
    name: name.value,
    about: (description?.value ?? '').replace(/\s+/g, ' '),
    ...(type.kind === Kind.NON_NULL_TYPE ? { isRequired: true } : {}),
  };
  if (definition?.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION) {
    const fields = fieldsOf(types, typeName, () => true);
    return { ...described, kind: isList ? 'objects' : 'object', fields };
  }
  if (definition?.kind === Kind.ENUM_TYPE_DEFINITION) {
    const options = (definition.values ?? []).map((value) => value.name.value);
    return { ...described, kind: isList ? 'choices' : 'choice', options };
  }
  const member = describedMember(input, name.value);
  const known = member?.enumeration?.();
  if (member && known?.open)
    return { ...described, about: member.about, kind: 'choice', options: known.values };
  return { ...described, kind: isList ? 'texts' : (kinds[typeName] ?? 'text') };
}

const typesOf = ({ definitions }: DocumentNode) =>
  new Map(
    definitions.flatMap((one) =>
      'name' in one && one.name ? [[one.name.value, one as TypeDefinitionNode]] : [],
    ),
  );

/**
 * The fields of the dashboard's forms by file, relative to `schema/`: each with its kind, its choices and its
 * description in the schema, so that a form uses the words of the setting's description.
 */
export function dashboardInputs(sdl: string): Map<string, string> {
  const types = typesOf(parse(sdl));
  return new Map(
    forms.map(({ file, input, name, only, without }) => {
      const fields = fieldsOf(types, input, (field) => (only?.test(field) ?? true) && !without?.test(field));
      const described = path.posix.relative(path.posix.dirname(file), 'act/described.ts');
      const code = `// Generated from \`${input}\` of schema/schema.graphql by \`npm run emit\`.
import type { DescribedField } from '${described.startsWith('.') ? described : `./${described}`}';

export const ${name}: readonly DescribedField[] = ${JSON.stringify(fields, null, 2)};
`;
      return [path.join('..', 'src', 'dashboard', file), code];
    }),
  );
}
