/** An operation of Adyen's APIs that the connector uses. */
export interface Operation {
  readonly name: string;
  /** The published description, and the path in it. */
  readonly file: string;
  readonly path: string;
  /** Its path at the service. A group is the payment's identifier. */
  readonly url: RegExp;
  /** The package's class of its request, and Adyen's required members: the only checks without the description. */
  readonly model: string;
  readonly required: readonly string[];
}

/** Operations without a merchant account. */
const accountless = ['/payments/details', '/applePay/sessions'];

const checkout = (path: string, name: string, model: string, required: readonly string[]): Operation => ({
  name,
  file: 'CheckoutService-v72.json',
  path,
  url: new RegExp(`^/v72${path.replace('{paymentPspReference}', '([A-Z0-9]+)')}$`),
  model,
  required: accountless.includes(path) ? required : ['merchantAccount', ...required],
});

const payout = (path: string, model: string, required: readonly string[]): Operation => ({
  name: path.slice(1),
  file: 'PayoutService-v68.json',
  path,
  url: new RegExp(`^/pal/servlet/Payout/v68${path}$`),
  model,
  required: ['merchantAccount', ...required],
});

const dispute = (path: string, model: string, required: readonly string[] = []): Operation => ({
  name: path.slice(1),
  file: 'DisputeService-v30.json',
  path,
  url: new RegExp(`^/ca/services/DisputeService/v30${path}$`),
  model,
  required: ['merchantAccountCode', 'disputePspReference', ...required],
});

const ofPayment = '/payments/{paymentPspReference}';

export const operations: readonly Operation[] = [
  checkout('/payments', 'authorize', 'PaymentRequest', ['amount', 'paymentMethod', 'reference', 'returnUrl']),
  checkout('/payments/details', 'details', 'PaymentDetailsRequest', ['details']),
  checkout('/paymentMethods', 'paymentMethods', 'PaymentMethodsRequest', []),
  checkout('/paymentMethods/balance', 'giftCardBalance', 'BalanceCheckRequest', ['amount', 'paymentMethod']),
  checkout('/applePay/sessions', 'applePaySession', 'ApplePaySessionRequest', [
    ...['displayName', 'domainName', 'merchantIdentifier'],
  ]),
  checkout(`${ofPayment}/captures`, 'capture', 'PaymentCaptureRequest', ['amount']),
  checkout(`${ofPayment}/cancels`, 'void', 'PaymentCancelRequest', []),
  checkout('/cancels', 'voidByReference', 'StandalonePaymentCancelRequest', ['paymentReference']),
  checkout(`${ofPayment}/refunds`, 'refund', 'PaymentRefundRequest', ['amount']),
  checkout(`${ofPayment}/amountUpdates`, 'increment', 'PaymentAmountUpdateRequest', ['amount']),
  payout('/payout', 'PayoutRequest', ['reference', 'amount']),
  payout('/storeDetailAndSubmitThirdParty', 'StoreDetailAndSubmitRequest', [
    ...['shopperEmail', 'shopperReference', 'recurring', 'dateOfBirth'],
    ...['nationality', 'entityType', 'reference', 'amount'],
  ]),
  payout('/confirmThirdParty', 'ModifyRequest', ['originalReference']),
  dispute('/acceptDispute', 'AcceptDisputeRequest'),
  dispute('/retrieveApplicableDefenseReasons', 'DefenseReasonsRequest'),
  dispute('/supplyDefenseDocument', 'SupplyDefenseDocumentRequest', ['defenseDocuments']),
  dispute('/defendDispute', 'DefendDisputeRequest', ['defenseReasonCode']),
];
