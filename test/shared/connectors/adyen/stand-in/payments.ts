import { randomBytes } from 'node:crypto';
import { afterwards } from './afterwards.ts';
import { type Scenario, scenarioOf } from './cards.ts';
import { type Desk, LATER_MS } from './desk.ts';
import { giftCardRefusals, giftCardScenario, moveBalance, refusedGiftCard } from './gift-cards.ts';
import { notification, ofPayment } from './notifications.ts';
import { answerOf, refusedOrder } from './other-kinds.ts';
import { type Answer, type Json, newPspReference, refusedRequest, type StoredPayment } from './state.ts';

export interface PaymentBody {
  readonly amount: { readonly currency: string; readonly value: number };
  readonly reference: string;
  readonly returnUrl: string;
  readonly paymentMethod: Readonly<Record<string, string | undefined>>;
  readonly shopperReference?: string;
  readonly shopperInteraction?: string;
  readonly storePaymentMethod?: boolean;
  readonly captureDelayHours?: number;
  readonly additionalData?: Readonly<Record<string, string>>;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly mpiData?: object;
  readonly countryCode?: string;
  readonly lineItems?: readonly { readonly quantity: number; readonly amountIncludingTax: number }[];
}

/** The refusals of the issuer or Adyen, by card. */
const refusals: Partial<Record<Scenario, readonly [reason: string, code: string, raw: string]>> = {
  declined: ['Blocked Card', '5', '62 : Restricted card'],
  soft_declined: ['Acquirer Error', '4', '96 : System malfunction'],
  declined_strangely: ['A reason of tomorrow', '777', '99 : Unheard of'],
  authentication_required: ['Authentication required', '38', '65 : SCA required'],
  never_again: ['Declined Non Generic', '27', '05 : Do not honor'],
  ...giftCardRefusals,
};

/** `/payments`. */
export function pay(desk: Desk, body: PaymentBody): Answer {
  const { amount, paymentMethod, reference, returnUrl, shopperInteraction } = body;
  const token = paymentMethod.storedPaymentMethodId;
  const stored = token ? desk.state.tokens.get(token) : undefined;
  if (token && stored?.shopperReference !== body.shopperReference) {
    return refusedRequest(422, '803', 'PaymentDetail not found');
  }
  if (stored && paymentMethod.type !== chargedAs(stored.type)) {
    return refusedRequest(422, '14_004', 'Missing payment method details');
  }
  const refused = refusedOrder(body) ?? refusedGiftCard(body);
  if (refused) return refused;
  // As in Adyen's test environment, the holder's name decides too.
  const byName = paymentMethod.holderName === 'DECLINED' ? 'declined' : null;
  const byCard = giftCardScenario(desk, body) ?? scenarioOf(paymentMethod.number);
  const scenario = byName ?? stored?.scenario ?? byCard;
  const payment: StoredPayment = {
    pspReference: newPspReference(),
    reference,
    amount,
    scenario,
    returnUrl,
    additionalData: dataOf(desk, body, scenario),
    isCapturedAtOnce: body.captureDelayHours === 0 && body.additionalData?.manualCapture !== 'true',
    giftCard: paymentMethod.type === 'giftcard' ? (paymentMethod.number ?? null) : null,
    status: 'waiting',
    ...{ authorised: 0, captured: 0, refunded: 0 },
    ...{ redirectResult: null, isAccepted: null, completed: null },
  };
  desk.state.payments.set(payment.pspReference, payment);
  if (body.storePaymentMethod && isStoredLater(body, scenario)) storeLater(desk, payment, body);
  const other = answerOf(desk, payment, body);
  if (other) return { status: 200, body: other };
  const isPresent = shopperInteraction !== 'ContAuth';
  if (scenario === 'challenge' && isPresent && !body.mpiData)
    return { status: 200, body: redirect(desk, payment) };
  return { status: 200, body: decide(desk, payment, body.mpiData !== undefined) };
}

/** The type to charge a token with: SEPA Direct Debit for iDEAL, the card for a wallet. */
const chargedAs = (type: string): string =>
  type === 'ideal' ? 'sepadirectdebit' : /^(applepay|googlepay)$/.test(type) ? 'scheme' : type;

/** Adyen's page on iDEAL: the token of a recurring payment, by SEPA Direct Debit, comes by RECURRING_CONTRACT. */
const isStoredLater = ({ paymentMethod }: PaymentBody, scenario: Scenario): boolean =>
  scenario === 'stored_later' || paymentMethod.type === 'ideal';

/** Stores the card, reported only by a webhook. */
function storeLater(
  desk: Desk,
  payment: StoredPayment,
  { paymentMethod, shopperReference }: PaymentBody,
): void {
  const { amount, pspReference: originalReference, reference: merchantReference, scenario } = payment;
  const token = newPspReference();
  desk.state.tokens.set(token, { shopperReference: shopperReference!, scenario, type: paymentMethod.type! });
  const additionalData = { 'recurring.recurringDetailReference': token };
  const told = { pspReference: token, originalReference, merchantReference, amount, additionalData };
  const item = { ...notification('RECURRING_CONTRACT', desk.now(), told), originalPsp: originalReference };
  desk.tell(item, LATER_MS);
}

/** Adyen's details on the card and the shopper, as enabled in the Customer Area: everything the connector reads. */
function dataOf(desk: Desk, body: PaymentBody, scenario: Scenario): Record<string, string> {
  const { metadata = {}, shopperReference, storePaymentMethod } = body;
  const token = newPspReference();
  const isTold = storePaymentMethod && shopperReference && !isStoredLater(body, scenario);
  if (isTold) desk.state.tokens.set(token, { shopperReference, scenario, type: body.paymentMethod.type! });
  return {
    cvcResult: body.paymentMethod.cvc ? '1 Matches' : '0 Unknown',
    cvcResultRaw: body.paymentMethod.cvc ? 'M' : 'X',
    avsResult: '7 Both postal code and address match',
    avsResultRaw: 'Y',
    authCode: '044925',
    fundingSource: 'CREDIT',
    cardIssuingCountry: 'NL',
    networkTxReference: randomBytes(7).toString('hex').toUpperCase().slice(0, 13),
    ...Object.fromEntries(Object.entries(metadata).map(([name, text]) => [`metadata.${name}`, text])),
    ...(isTold
      ? {
          'tokenization.storedPaymentMethodId': token,
          'tokenization.shopperReference': shopperReference,
          'tokenization.store.operationType': 'created',
        }
      : {}),
    ...(scenario === 'never_again' ? { merchantAdviceCode: '03 : Do not try again' } : {}),
  };
}

function redirect(desk: Desk, payment: StoredPayment): Json {
  const url = `${desk.baseUrl()}/checkoutshopper/threeDS/redirect/${payment.pspReference}`;
  return {
    pspReference: payment.pspReference,
    resultCode: 'RedirectShopper',
    action: { paymentMethodType: 'scheme', url, method: 'GET', type: 'redirect' },
  };
}

/** Authorizes or refuses, and also sends a webhook. */
export function decide(desk: Desk, payment: StoredPayment, isAuthenticated = false, afterMs = 0): Json {
  const { amount, pspReference, reference, scenario } = payment;
  const [reason, code, raw] =
    (scenario === 'authentication_required' && isAuthenticated ? undefined : refusals[scenario]) ?? [];
  const { cvcResult: _, ...known } = payment.additionalData;
  if (reason && code && raw) {
    payment.status = 'refused';
    record(desk, payment, 0);
    const additionalData = { ...known, refusalReasonRaw: raw };
    tellAuthorization(desk, payment, false, reason, amount, afterMs);
    return {
      pspReference,
      resultCode: 'Refused',
      refusalReason: reason,
      refusalReasonCode: code,
      merchantReference: reference,
      additionalData,
    };
  }
  const value = scenario === 'authorized_in_part' ? amount.value / 2 : amount.value;
  const currency = scenario === 'authorized_wrongly' ? 'SEK' : amount.currency;
  payment.status = 'authorised';
  payment.authorised = value;
  moveBalance(desk, payment, -value);
  payment.captured = payment.isCapturedAtOnce ? value : 0;
  record(desk, payment, value);
  tellAuthorization(desk, payment, true, '', { currency, value }, afterMs);
  afterwards(desk, payment);
  const isStrange = scenario === 'strange_status';
  return {
    pspReference,
    resultCode: isStrange
      ? 'BeingConsidered'
      : scenario === 'authorized_in_part'
        ? 'PartiallyAuthorised'
        : 'Authorised',
    amount: { currency, value },
    merchantReference: reference,
    additionalData: payment.additionalData,
  };
}

function tellAuthorization(
  desk: Desk,
  payment: StoredPayment,
  success: boolean,
  reason = '',
  amount = payment.amount,
  afterMs = 0,
): void {
  const { additionalData } = payment;
  desk.tell(
    notification('AUTHORISATION', desk.now(), {
      ...ofPayment(payment),
      amount,
      success,
      reason,
      additionalData,
    }),
    afterMs,
  );
}

const record = (desk: Desk, { amount, pspReference: id, reference }: StoredPayment, value: number): void => {
  const money = { amount: value, currency: amount.currency };
  desk.state.records.push({
    reference,
    kind: 'authorize',
    id,
    money,
    succeeded: value > 0 || amount.value === 0,
  });
};

/** `/payments/details`. */
export function complete(desk: Desk, { details }: { details: Readonly<Record<string, string>> }): Answer {
  const payment = [...desk.state.payments.values()].find(
    ({ redirectResult }) => redirectResult !== null && redirectResult === details.redirectResult,
  );
  if (!payment) return refusedRequest(422, '14_006', 'Unable to decrypt the redirectResult.');
  payment.completed ??= outcomeOfReturn(desk, payment);
  return { status: 200, body: payment.completed };
}

function outcomeOfReturn(desk: Desk, payment: StoredPayment): Json {
  if (payment.status === 'waiting' && payment.isAccepted) {
    if (payment.scenario === 'challenge') {
      payment.additionalData.threeDAuthenticatedResponse = 'Y';
      payment.additionalData.eci = '05';
      payment.additionalData.threeDSVersion = '2.2.0';
    }
    return decide(desk, payment, true);
  }
  const isCancelled = payment.status === 'cancelled';
  payment.status = isCancelled ? 'cancelled' : 'refused';
  const reason = isCancelled ? 'Cancelled' : '3D Not Authenticated';
  tellAuthorization(desk, payment, false, reason);
  return {
    pspReference: payment.pspReference,
    resultCode: isCancelled ? 'Cancelled' : 'Refused',
    refusalReason: reason,
    refusalReasonCode: isCancelled ? '15' : '11',
    merchantReference: payment.reference,
  };
}

/** The customer's answer on the 3-D Secure page. Returns the page's redirect. */
export function answerPage(desk: Desk, url: string, isAccepted: boolean): string {
  const payment = desk.state.payments.get(url.split('/').at(-1) ?? '');
  if (!payment) throw new Error(`${url} is no page of the stand-in.`);
  payment.isAccepted ??= isAccepted;
  payment.redirectResult ??= `X6XtfGC3!${randomBytes(24).toString('base64url')}`;
  const back = new URL(payment.returnUrl);
  back.searchParams.set('redirectResult', payment.redirectResult);
  return back.href;
}

/** `/paymentMethods`. */
export const paymentMethods = (): Answer => ({
  status: 200,
  body: {
    paymentMethods: [
      { name: 'Cards', type: 'scheme', brands: ['visa', 'mc'] },
      {
        name: 'Google Pay',
        type: 'googlepay',
        configuration: { merchantId: '5000', gatewayMerchantId: 'SwitchyardTestCOM' },
      },
      {
        name: 'Apple Pay',
        type: 'applepay',
        configuration: { merchantId: '000000000200001', merchantName: 'Switchyard' },
      },
    ],
  },
});

/** `/applePay/sessions`: Apple's session in Base64, for a registered domain and the account's identifier. */
export const applePaySession = (request: {
  readonly displayName: string;
  readonly domainName: string;
  readonly merchantIdentifier: string;
}): Answer =>
  request.domainName === 'shop.example.com' && request.merchantIdentifier === '000000000200001'
    ? {
        status: 200,
        body: { data: Buffer.from(JSON.stringify({ domainName: request.domainName })).toString('base64') },
      }
    : refusedRequest(422, '14_0408', 'Domain is not registered');
