import { asWords } from '../data/words.ts';

/** Labels of settings whose name in the API is not as people say it. */
export const settingLabels: Readonly<Record<string, string>> = {
  force3dsChallenge: 'Always ask for a 3-D Secure challenge',
  intentFulfillmentTime: 'Lifetime of payment tokens (seconds)',
  sessionExpiry: 'Time to confirm a payment (seconds)',
  maxAutoRetriesEnabled: 'Retries at most',
  isAutoRetriesEnabled: 'Automatic retries',
  isClearPanRetriesEnabled: 'Retry with the card’s number',
  isConnectorAgnosticMitEnabled: 'Later charges at another connector',
  isIframeRedirectionEnabled: 'Redirects open in an iframe',
  redirectToMerchantWithHttpPost: 'Return by POST',
  enablePaymentResponseHash: 'Sign the return',
  outgoingWebhookCustomHttpHeaders: 'Headers of webhooks',
  walletxVerifiedDomains: 'Domains verified with Apple Pay',
  threeDsRequestorUrl: '3-D Secure requestor’s URL',
  threeDsRequestorAppUrl: '3-D Secure requestor’s app URL',
  ttlInSecs: 'Kept for (seconds)',
  sdkLayout: 'Layout of the methods',
  displaySdkOnly: 'Show the form without the order',
  sdkUiRules: 'Style rules of the form',
  paymentLinkUiRules: 'Style rules of the page',
  colorIconCardCvcError: 'Colour of the icon beside a wrong security code',
  pmCollectLinkConfig: 'Collect links',
  isSetupMandateFlow: 'Ask for consent to later charges',
  maskPersonalData: 'Mask personal data in what is sent',
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
  cardIpBlockingThreshold: 'Declines by card and IP address',
  guestUserCardBlockingStatus: 'Block guests by card',
  guestUserCardBlockingThreshold: 'Declines of a guest’s card',
  customerIdBlockingStatus: 'Block by customer',
  customerIdBlockingThreshold: 'Declines of a customer',
  cardTestingGuardExpiry: 'Counted for (seconds)',
  frmConfigs: 'Payments that are checked',
  connectorWalletsDetails: 'Certificates and keys of wallets',
  notificationRules: 'Notifications',
  successRateEnabled: 'Success rate fell: notify',
  successRateBelow: 'Success rate fell: below (%)',
  successRateAttempts: 'Success rate fell: attempts at least',
  successRateHours: 'Success rate fell: over (hours)',
  successRateByEmail: 'Success rate fell: by email',
  webhooksFailingEnabled: 'Webhooks fail: notify',
  webhooksFailingMinutes: 'Webhooks fail: for (minutes)',
  webhooksFailingByEmail: 'Webhooks fail: by email',
  disputeDueEnabled: 'Dispute due: notify',
  disputeDueDays: 'Dispute due: within (days)',
  disputeDueByEmail: 'Dispute due: by email',
  circuitOpenEnabled: 'Circuit open: notify',
  circuitOpenByEmail: 'Circuit open: by email',
  payoutFailedEnabled: 'Payout failed: notify',
  payoutFailedByEmail: 'Payout failed: by email',
  gateway: 'Connector of the payment',
};

/** The name of a setting, as people read it: `isAutoRetriesEnabled` as `Auto retries`. */
export const settingName = (name: string): string =>
  asWords(/^is[A-Z].*Enabled$/.test(name) ? name.slice(2, -'Enabled'.length) : name.replace(/Enabled$/, ''));

interface FieldError {
  readonly message: string;
  /** The field's path, in the specification's names. */
  readonly param?: string | null;
}

/** The message of an error, which begins with the label of the field at fault in place of its path: `return_url must be …`. */
export function errorSaid(
  { message, param }: FieldError,
  labels: Readonly<Record<string, string>> = settingLabels,
): string {
  if (!param || !message.startsWith(`${param} `)) return message;
  const [name = ''] = param.split('.').at(-1)!.split('[');
  const fieldName = name.replace(/_([a-z\d])/g, (_, letter: string) => letter.toUpperCase());
  return `${labels[fieldName] ?? settingName(fieldName)}${message.slice(param.length)}`;
}
