import { operations } from '../../../src/rest/operations.ts';
import { mutate } from '../../kit/mutate.ts';
import type { TestService } from '../../kit/service.ts';
import type { Asked } from './asking.ts';
import { foreignRequest, subjectOf } from './graphql-attempts.ts';
import { mutationFields, positionsOf, queryFields } from './graphql-fields.ts';
import type { Merchant } from './merchants.ts';
import * as planted from './planted.ts';
import { fieldPaths, type RestPosition, restRequest } from './rest-attempts.ts';
import { describedAs, fieldOfClass, isSecret, plantFor } from './secret-fields.ts';

/** The place of a planted value. */
export interface Place {
  readonly position: string;
  /** Its declaration in the schema or the route table. */
  readonly declaredAs: string;
  /** The names under which a harmless value may be found. */
  readonly fields: RegExp;
  readonly isSecret: boolean;
}

/** A request with a value at one place. */
export interface PlantedRequest {
  readonly value: string;
  readonly place: Place;
  /** Whether only the admin key may call it. */
  readonly isAdmins: boolean;
  make(): Promise<Asked>;
}

/** A test card of American Express. */
export const AMERICAN_EXPRESS = '378282246310005';

const everyKind = [
  'card',
  'bank_debit',
  'bank_redirect',
  'wallet',
  'bank_transfer',
  'pay_later',
  'voucher',
  'real_time_payment',
  'upi',
  'gift_card',
];

/** JSON with a value. The sandbox accepts no credentials with other names. */
const jsonOf = (name: string, value: string) =>
  /^connector_?account_?details$/i.test(name) ? { api_key: value } : { note: value, list: [value] };

/**
 * The names under which a harmless value may be found: its field's own, and those of the search index. An identifier
 * occurs in every reference to its object, and a client secret starts with it; a connector account is labelled by its
 * profile.
 */
function fieldsShowing(name: string, isIdentifier: boolean): RegExp {
  const own = name.replaceAll('_', '').toLowerCase();
  const shown = isIdentifier
    ? '|\\w*ids?|clientsecret|organization|defaultprofile|webhookurl'
    : own === 'profilename'
      ? '|connectorlabel'
      : '';
  return new RegExp(`^(${own}|search${shown})$`);
}

/** A merchant's requests that plant a value in every place for a text, in each operation and root field. */
export async function plantedRequests(
  service: TestService,
  merchant: Merchant,
  webhookUrl: string,
  rounds: number,
): Promise<{ accepting: string; requests: PlantedRequest[] }> {
  const accepting = await acceptingProfile(service, merchant, webhookUrl);
  const requests: PlantedRequest[] = [];
  for (let round = 0; round < rounds; round++) {
    let turn = round;
    for (const root of [...queryFields, ...mutationFields]) {
      for (const position of positionsOf('', root.field)) {
        if (!/^(String|JSON|ID)$/.test(position.type)) continue;
        const described = describedAs(position.declaredAs);
        const value = plantFor(described, turn++);
        const place = {
          position: `${root.field.name} ${position.path.join('.')}`,
          declaredAs: position.declaredAs,
          fields: fieldsShowing(subjectOf(position), position.type === 'ID'),
          isSecret: described ? isSecret(described) : false,
        };
        const sent = position.type === 'JSON' ? jsonOf(position.path.at(-1)!, value) : value;
        const make = async () => {
          const asked = await foreignRequest({ root, position }, merchant, sent, false);
          const whole = /^create(Payment|Payout)$/.test(root.field.name)
            ? (one: Asked) => confirmed(one, accepting)
            : (one: Asked) => one;
          return whole(value === planted.CVC ? withFourDigits(asked) : asked);
        };
        const isAdmins = /(ErrorMapping|AdminKey|Operator)$|^createMerchantAccount$/.test(root.field.name);
        requests.push({ value, place, make, isAdmins });
      }
    }
    for (const operation of operations) {
      for (const place of ['query', 'body'] as const) {
        const target = operation[place];
        if (!target) continue;
        for (const { isList, kind, path } of fieldPaths(target)) {
          if (!/^(id|text|text_list|json|json_object)$/.test(kind)) continue;
          const { declaredAs, field } = fieldOfClass(target, path);
          const value = plantFor(field, turn++);
          const position: RestPosition = { operation, place, path, kind, isList };
          requests.push({
            value,
            isAdmins: !operation.keys.includes('api_key'),
            place: {
              position: `${operation.method} ${operation.path} ${place} ${path.join('.')}`,
              declaredAs,
              fields: fieldsShowing(path.at(-1)!, kind === 'id'),
              isSecret: isSecret(field),
            },
            make: async () => {
              const sent = kind.startsWith('json') ? jsonOf(path.at(-1)!, value) : value;
              const asked = await restRequest(operation, merchant, position, sent);
              return value === planted.CVC ? withFourDigits(asked) : asked;
            },
          });
        }
      }
    }
  }
  return { accepting, requests };
}

/** A payment or payout through the profile that accepts every kind of payment method; with a method, confirmed. */
function confirmed(asked: Asked, profileId: string): Asked {
  const body = JSON.parse(asked.body!) as { variables: { input: Record<string, unknown> } };
  const { input } = body.variables;
  if (typeof input.profileId !== 'string' || !tracesOf(input.profileId)) input.profileId = profileId;
  if (/"becs/.test(asked.body!)) input.currency = 'AUD';
  if (input.paymentMethodData || input.payoutMethodData) input.confirm = true;
  return { ...asked, body: JSON.stringify(body) };
}
/** The same request with a card with a four-digit code, like the planted one. It is the only code. */
function withFourDigits(asked: Asked): Asked {
  const body = JSON.parse(asked.body!.replaceAll('4242424242424242', AMERICAN_EXPRESS));
  const input = body.variables?.input ?? body;
  const until = { month: '12', year: '2039' };
  if (input.cardCvc === planted.CVC) {
    const card = { cardNumber: AMERICAN_EXPRESS, cardExpMonth: until.month, cardExpYear: until.year };
    Object.assign(input, { paymentMethod: 'card', paymentMethodData: { card } });
  }
  if (input.card_cvc === planted.CVC) {
    const card = {
      card_number: AMERICAN_EXPRESS,
      card_exp_month: until.month,
      card_exp_year: until.year,
    };
    Object.assign(input, { payment_method: 'card', payment_method_data: { card } });
  }
  return { ...asked, body: JSON.stringify(body) };
}
const tracesOf = (text: string) => planted.tracesIn(text).length > 0;

/** A profile with a webhook endpoint and an account for every kind of payment method. */
async function acceptingProfile(
  service: TestService,
  merchant: Merchant,
  webhookUrl: string,
): Promise<string> {
  const run = async (name: string, input: Record<string, unknown>, selection: string) => {
    const { payload, text, userErrors } = await mutate(service, merchant.apiKey, name, input, selection);
    if (!payload || userErrors.length > 0) throw new Error(`${name}: ${text}`);
    return payload;
  };
  const { businessProfile } = await run(
    'createBusinessProfile',
    {
      profileName: 'accepting',
      webhookDetails: { webhookUrl, webhookUsername: 'shop', webhookPassword: planted.key() },
      outgoingWebhookCustomHttpHeaders: { 'x-of-the-merchant': planted.key() },
    },
    'businessProfile { profileId }',
  );
  const { profileId } = businessProfile;
  for (const connectorType of ['payment_processor', 'payout_processor']) {
    await run(
      'createConnectorAccount',
      {
        connectorType,
        connectorName: 'sandbox',
        connectorLabel: `${connectorType} for all`,
        profileId,
        testMode: true,
        connectorAccountDetails: { connectorAccountDetails: { api_key: planted.key() } },
        paymentMethodsEnabled: everyKind.map((paymentMethod) => ({ paymentMethod, recurringEnabled: true })),
      },
      'connectorAccount { merchantConnectorId }',
    );
  }
  return profileId;
}
