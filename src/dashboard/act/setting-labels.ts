import { asWords } from '../data/words.ts';

/** Labels of settings with unclear API names. */
export const settingLabels: Readonly<Record<string, string>> = {
  force3dsChallenge: 'Always ask for a 3-D Secure challenge',
  intentFulfillmentTime: 'Lifetime of payment tokens (seconds)',
  sessionExpiry: 'Time to confirm a payment (seconds)',
  maxAutoRetriesEnabled: 'Maximum retries',
  isAutoRetriesEnabled: 'Automatic retries',
  isClearPanRetriesEnabled: 'Retry with the card’s number',
  isConnectorAgnosticMitEnabled: 'Later charges through another connector',
  isIframeRedirectionEnabled: 'Redirects open in an iframe',
  redirectToMerchantWithHttpPost: 'Return by POST',
  enablePaymentResponseHash: 'Sign the return',
  outgoingWebhookCustomHttpHeaders: 'Webhook headers',
  walletxVerifiedDomains: 'Domains verified with Apple Pay',
  threeDsRequestorUrl: '3-D Secure requestor’s URL',
  threeDsRequestorAppUrl: '3-D Secure requestor’s app URL',
  ttlInSecs: 'Kept for (seconds)',
  sdkLayout: 'Method layout',
  displaySdkOnly: 'Show the form without the order',
  sdkUiRules: 'Form style rules',
  paymentLinkUiRules: 'Page style rules',
  colorIconCardCvcError: 'Colour of the icon beside a wrong security code',
  pmCollectLinkConfig: 'Collect links',
  isSetupMandateFlow: 'Ask for consent to later charges',
  maskPersonalData: 'Mask personal data in webhooks',
  paymentMethodsEnabled: 'Methods',
  paymentMethodTypes: 'Types',
  paymentMethodIssuers: 'Issuers',
  paymentSchemes: 'Card networks',
  minimumAmount: 'Minimum amount (minor units)',
  maximumAmount: 'Maximum amount (minor units)',
  installmentPaymentEnabled: 'Instalments',
  recurringEnabled: 'Recurring',
  list: 'Codes',
  type: 'Which',
  merchantBusinessCountry: 'Business country',
  cardIpBlockingStatus: 'Block by card and IP address',
  cardIpBlockingThreshold: 'Declines per card and IP address',
  guestUserCardBlockingStatus: 'Block guests by card',
  guestUserCardBlockingThreshold: 'Declines per guest card',
  customerIdBlockingStatus: 'Block by customer',
  customerIdBlockingThreshold: 'Declines per customer',
  cardTestingGuardExpiry: 'Counted for (seconds)',
  frmConfigs: 'Checked payments',
  connectorWalletsDetails: 'Wallet certificates and keys',
  notificationRules: 'Notifications',
  successRateEnabled: 'Success rate drop: in-app',
  successRateBelow: 'Success rate drop: below (%)',
  successRateAttempts: 'Success rate drop: minimum attempts',
  successRateHours: 'Success rate drop: over (hours)',
  successRateByEmail: 'Success rate drop: email',
  webhooksFailingEnabled: 'Failing webhooks: in-app',
  webhooksFailingMinutes: 'Failing webhooks: for (minutes)',
  webhooksFailingByEmail: 'Failing webhooks: email',
  disputeDueEnabled: 'Dispute deadline: in-app',
  disputeDueDays: 'Dispute deadline: within (days)',
  disputeDueByEmail: 'Dispute deadline: email',
  circuitOpenEnabled: 'Provider unreachable: in-app',
  circuitOpenByEmail: 'Provider unreachable: email',
  payoutFailedEnabled: 'Payout failed: in-app',
  payoutFailedByEmail: 'Payout failed: email',
  gateway: 'Connector of the payment',
  line1: 'Address line 1',
  line2: 'Address line 2',
  line3: 'Address line 3',
  reconStatus: 'Reconciliation',
  subMerchantsEnabled: 'Sub-merchants',
};

/** The name of a setting, as people read it: `isAutoRetriesEnabled` as `Auto retries`. */
export const settingName = (name: string): string =>
  asWords(/^is[A-Z].*Enabled$/.test(name) ? name.slice(2, -'Enabled'.length) : name.replace(/Enabled$/, ''));

interface FieldError {
  readonly message: string;
  /** The field's path, in the specification's names. */
  readonly param?: string | null;
}

/** An error message with the faulty field's label instead of its path: `return_url must be …`. */
export function errorSaid(
  { message, param }: FieldError,
  labels: Readonly<Record<string, string>> = settingLabels,
): string {
  if (!param || !message.startsWith(`${param} `)) return message;
  const [name = ''] = param.split('.').at(-1)!.split('[');
  const fieldName = name.replace(/_([a-z\d])/g, (_, letter: string) => letter.toUpperCase());
  return `${labels[fieldName] ?? settingName(fieldName)}${message.slice(param.length)}`;
}
