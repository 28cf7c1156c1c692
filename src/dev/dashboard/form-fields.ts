import path from 'node:path';
import {
  type DocumentNode,
  type InputObjectTypeDefinitionNode,
  type InputValueDefinitionNode,
  Kind,
  type TypeDefinitionNode,
  type TypeNode,
} from 'graphql';

/** A form of the dashboard: the input that it fills in, and the fields of the input that it shows. */
interface Form {
  /** The file of the form's fields, below `src/dashboard`. */
  readonly file: string;
  /** The name that the file exports them by. */
  readonly name: string;
  readonly input: string;
  /** The fields that are left out; none if absent. */
  readonly without?: RegExp;
  /** The fields that are shown; all if absent. */
  readonly only?: RegExp;
}

/** The forms whose fields the schema describes. */
export const forms: readonly Form[] = [
  {
    file: 'pages/settings/profile.fields.ts',
    name: 'profileFields',
    input: 'UpdateBusinessProfileInput',
    // Routing is edited beside the connector accounts, and the signing key beside the webhooks.
    without: /[rR]outing(Algorithm)?$|^profileId$|^paymentResponseHashKey$/,
  },
  {
    file: 'pages/settings/merchant.fields.ts',
    name: 'merchantFields',
    input: 'UpdateMerchantAccountInput',
    without:
      /[rR]outing(Algorithm)?$|^isReconEnabled$|^reconStatus$|^(merchantId|organizationId|parentMerchantId|paymentResponseHashKey|requireSecondFactor)$/,
  },
  {
    file: 'pages/connectors/account.fields.ts',
    name: 'accountFields',
    input: 'UpdateConnectorAccountInput',
    only: /^(paymentMethodsEnabled|business\w+|testMode|metadata|walletxVerifiedDomains|connectorWalletsDetails|frmConfigs)$/,
  },
  {
    file: 'pages/developers/endpoint.fields.ts',
    name: 'endpointFields',
    input: 'UpdateWebhookEndpointInput',
    without: /^endpointId$/,
  },
  {
    file: 'pages/reports/schedule.fields.ts',
    name: 'scheduleFields',
    input: 'UpdateReportScheduleInput',
    without: /^scheduleId$/,
  },
  {
    file: 'pages/developers/key.fields.ts',
    name: 'keyFields',
    input: 'UpdateApiKeyInput',
    without: /^(keyId|permissions)$/,
  },
  {
    file: 'pages/payments/payment.fields.ts',
    name: 'paymentFields',
    input: 'CreatePaymentInput',
    only: /^(amount|currency|description|merchantOrderReferenceId|email|name|captureMethod|authenticationType|returnUrl|sessionExpiry|statementDescriptorSuffix)$/,
  },
  {
    file: 'pages/payouts/payout.fields.ts',
    name: 'payoutFields',
    input: 'CreatePayoutInput',
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
const fieldsOfEveryMutation = new Set(['idempotencyKey', 'merchantId']);
/** Descriptions of fields without effect: no form asks for them. */
const withoutEffect = /not used yet|Accepted nowhere yet|^Reserved/;
/** How the schema describes a text with known values: its description, then the values in a list. */
const withKnownValues = /^([\s\S]*?)\n\nAny text of up to \d+ characters; known values:\n([\s\S]*)$/;

/**
 * A field of a form, as the generated files have it. Their type is the dashboard's `DescribedField`: to import that here
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

type Types = ReadonlyMap<string, TypeDefinitionNode>;

const scalarKinds: Readonly<Record<string, string>> = {
  Boolean: 'flag',
  Int: 'number',
  Amount: 'amount',
  DateTime: 'time',
  JSON: 'json',
};

function namedType(type: TypeNode): { name: string; isList: boolean } {
  if (type.kind === Kind.NON_NULL_TYPE) return namedType(type.type);
  if (type.kind === Kind.LIST_TYPE) return { name: namedType(type.type).name, isList: true };
  return { name: type.name.value, isList: false };
}

/** The fields of an input object, required ones first, with the fields of nested objects. */
function inputFields(types: Types, input: string, isShown: (name: string) => boolean): FormField[] {
  const { fields = [] } = types.get(input) as InputObjectTypeDefinitionNode;
  return fields
    .filter(
      ({ description, name: { value } }) =>
        isShown(value) && !fieldsOfEveryMutation.has(value) && !withoutEffect.test(description?.value ?? ''),
    )
    .map((field) => formField(types, field))
    .sort((a, b) => Number(b.isRequired ?? false) - Number(a.isRequired ?? false));
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ');

function formField(types: Types, { description, name, type }: InputValueDefinitionNode): FormField {
  const { isList, name: typeName } = namedType(type);
  const definition = types.get(typeName);
  const about = description?.value ?? '';
  const described = {
    name: name.value,
    about: oneLine(about),
    ...(type.kind === Kind.NON_NULL_TYPE ? { isRequired: true } : {}),
  };
  if (definition?.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION) {
    const fields = inputFields(types, typeName, () => true);
    return { ...described, kind: isList ? 'objects' : 'object', fields };
  }
  if (definition?.kind === Kind.ENUM_TYPE_DEFINITION) {
    const options = (definition.values ?? []).map((value) => value.name.value);
    return { ...described, kind: isList ? 'choices' : 'choice', options };
  }
  const [, meaning, list] = withKnownValues.exec(about) ?? [];
  if (meaning !== undefined && list !== undefined) {
    const options = [...list.matchAll(/^- `([^`]+)`/gm)].map(([, value]) => value!);
    return { ...described, about: oneLine(meaning), kind: 'choice', options };
  }
  return { ...described, kind: isList ? 'texts' : (scalarKinds[typeName] ?? 'text') };
}

/**
 * The fields of the dashboard's forms by file: each with its kind, its choices and its description in the schema, so that
 * forms describe a setting in the words of the API.
 *
 * @param dashboard The folder of the dashboard's sources.
 */
export function formFields({ definitions }: DocumentNode, dashboard: string): Map<string, string> {
  const types: Types = new Map(
    definitions.flatMap((type) =>
      'name' in type && type.name ? [[type.name.value, type as TypeDefinitionNode]] : [],
    ),
  );
  return new Map(
    forms.map(({ file, input, name, only, without }) => {
      const fields = inputFields(
        types,
        input,
        (field) => (only?.test(field) ?? true) && !without?.test(field),
      );
      const described = path.posix.relative(path.posix.dirname(file), 'act/described.ts');
      const code = `// Generated from \`${input}\` of schema/schema.graphql.
import type { DescribedField } from '${described.startsWith('.') ? described : `./${described}`}';

export const ${name}: readonly DescribedField[] = ${JSON.stringify(fields, null, 2)};
`;
      return [path.join(dashboard, file), code];
    }),
  );
}
