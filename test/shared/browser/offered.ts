import type { Page } from 'playwright-core';
import { type Permission, type Role, roles } from '../../../src/core/foundation/permissions.ts';
import { ofOperations } from '../security/permission-tables.ts';

/** A button that changes or exports something. */
export interface Offered {
  /** Its accessible name. */
  readonly button: string;
  /** The mutation it sends, or the REST operation of an export. */
  readonly sends: string;
  /** Whether only owners may run the command, beyond the permission. */
  readonly owners?: boolean;
  /** A permission that the command takes for these fields, beyond its own. */
  readonly alsoNeeds?: Permission;
  /** Whether it opens a dialog first, the default. */
  readonly opensDialog?: boolean;
}

/** The pages of the navigation, the permission for each, and their buttons. */
export const navigationPages: Readonly<
  Record<string, { readonly needs: readonly Permission[]; readonly buttons: readonly Offered[] }>
> = {
  Home: { needs: [], buttons: [] },
  Payments: {
    needs: ['payments:read'],
    buttons: [
      { button: 'Export', sends: 'exportPayments' },
      { button: 'New payment', sends: 'createPayment' },
    ],
  },
  Refunds: { needs: ['refunds:read'], buttons: [{ button: 'Export', sends: 'exportRefunds' }] },
  Disputes: { needs: ['disputes:read'], buttons: [{ button: 'Export', sends: 'exportDisputes' }] },
  Payouts: {
    needs: ['payouts:read'],
    buttons: [
      { button: 'Export', sends: 'exportPayouts' },
      { button: 'New payout', sends: 'createPayout' },
    ],
  },
  Balance: { needs: ['finance:read'], buttons: [] },
  Settlements: { needs: ['finance:read'], buttons: [] },
  Customers: { needs: ['customers:read'], buttons: [{ button: 'Export', sends: 'exportCustomers' }] },
  Analytics: { needs: ['payments:read'], buttons: [] },
  Connectors: {
    needs: ['connectors:read'],
    buttons: [
      { button: 'Add an account', sends: 'createConnectorAccount' },
      { button: 'Disable {account}', sends: 'updateConnectorAccount' },
      { button: 'Edit {account}', sends: 'updateConnectorAccount' },
      { button: 'Send a test payment through {account}', sends: 'createPayment' },
      { button: 'Change the fraud checks of default', sends: 'updateBusinessProfile' },
    ],
  },
  Rules: { needs: ['settings:read'], buttons: [] },
  Developers: {
    needs: ['keys:read', 'events:read'],
    buttons: [
      { button: 'Advance the test clock', sends: 'advanceTestClock' },
      { button: 'Create a key', sends: 'createApiKey' },
      { button: 'Edit test', sends: 'updateApiKey' },
      { button: 'Revoke test', sends: 'revokeApiKey' },
      { button: 'Add an endpoint', sends: 'createWebhookEndpoint' },
      { button: 'Redeliver {delivery}', sends: 'redeliverWebhook' },
      { button: 'Show the signing key of default', sends: 'updateBusinessProfile' },
    ],
  },
  Team: {
    needs: ['team:read'],
    buttons: [
      { button: 'Invite', sends: 'inviteMember' },
      { button: 'Change the role of Ada Lovelace', sends: 'changeMemberRole' },
      { button: 'Remove Ada Lovelace', sends: 'removeMember' },
      { button: 'Change the role of Olga Owner', sends: 'changeMemberRole', owners: true },
      { button: 'Remove Olga Owner', sends: 'removeMember', owners: true },
      { button: 'Change the role of Test Person', sends: 'changeMemberRole' },
      { button: 'Remove Test Person', sends: 'removeMember' },
      { button: 'Revoke the invitation of grace@example.com', sends: 'revokeInvitation' },
    ],
  },
  Reports: {
    needs: ['exports:create'],
    buttons: [{ button: 'Schedule reports', sends: 'createReportSchedule' }],
  },
  'Audit log': { needs: ['audit:read'], buttons: [] },
  Settings: {
    needs: ['settings:read'],
    buttons: [
      { button: 'Create a profile', sends: 'createBusinessProfile' },
      ...['Business', 'Return to the shop', 'Webhooks', 'Collect links', 'Notifications', 'Other'].map(
        (group) => ({
          ...{ button: `Change: ${group}`, sends: 'updateMerchantAccount' },
        }),
      ),
      { button: 'Require a second factor', sends: 'updateMerchantAccount' },
      {
        ...{ button: 'Switch off reconciliation', sends: 'updateMerchantAccount' },
        alsoNeeds: 'finance:write',
      },
      { button: 'Write past entries', sends: 'backfillBalanceEntries' },
    ],
  },
};

/** The pages that neither the navigation nor an object links to. */
export const otherPages: typeof navigationPages = {
  'Balance entries': {
    needs: ['finance:read'],
    buttons: [{ button: 'Export', sends: 'exportBalanceEntries' }],
  },
  Imports: {
    needs: ['finance:read'],
    // The tables have no uploads: one takes the permission of its confirmation.
    buttons: [{ button: 'Import a file', sends: 'confirmFinanceImport' }],
  },
  Lists: { needs: ['settings:read'], buttons: [{ button: 'Create a list', sends: 'createValueList' }] },
  Notifications: {
    needs: ['events:read'],
    buttons: [{ button: 'Mark all as read', sends: 'markAllNotificationsRead' }],
  },
};

const note = { button: 'Add a note', sends: 'createNote' };

/** The pages of one object, by the object's name below, and their buttons. */
export const pagesOfOne: Readonly<Record<string, readonly Offered[]>> = {
  'payments/{received}': [{ button: 'Refund', sends: 'createRefund' }, note],
  'payments/{authorized}': [
    { button: 'Capture', sends: 'capturePayment' },
    { button: 'Cancel', sends: 'cancelPayment' },
    note,
  ],
  'payments/{failed}': [{ button: 'Send a payment link', sends: 'mailPaymentLink' }, note],
  'payments/{held}': [
    { button: 'Approve', sends: 'approvePayment' },
    { button: 'Reject', sends: 'rejectPayment' },
    note,
  ],
  'refunds/{refund}': [],
  'disputes/{dispute}': [
    { button: 'Challenge', sends: 'challengeDispute' },
    { button: 'Accept', sends: 'acceptDispute' },
  ],
  'payouts/{payout}': [
    { button: 'Send', sends: 'fulfillPayout' },
    { button: 'Cancel', sends: 'cancelPayout' },
  ],
  'payouts/{unconfirmed}': [
    { button: 'Confirm', sends: 'confirmPayout' },
    { button: 'Cancel', sends: 'cancelPayout' },
  ],
  'balance-entries/{entry}': [],
  'settlements/{settlement}': [],
  'imports/{import}': [
    { button: 'Confirm', sends: 'confirmFinanceImport' },
    { button: 'Discard', sends: 'undoFinanceImport' },
  ],
  'customers/{customer}': [{ button: 'Ask for a payment method', sends: 'createCollectLink' }],
  'requests/{request}': [],
  'connectors/{account}': [
    { button: 'Send a test payment', sends: 'createPayment' },
    { button: 'Test webhook', sends: 'testConnectorWebhook', opensDialog: false },
    { button: 'Edit', sends: 'updateConnectorAccount' },
    { button: 'Disable', sends: 'updateConnectorAccount' },
    { button: 'Delete', sends: 'deleteConnectorAccount' },
    ...['Methods', 'Business', 'Wallets', 'Fraud checks', 'Other'].map((group) => ({
      ...{ button: `Change: ${group}`, sends: 'updateConnectorAccount' },
    })),
  ],
  'rules/{ruleset}': [
    { button: 'Activate', sends: 'activateRuleset' },
    { button: 'Try', sends: 'evaluateRules', opensDialog: false },
    { button: 'Replay', sends: 'replayRuleset', opensDialog: false },
  ],
  'lists/{list}': [
    { button: 'Download CSV', sends: 'exportListEntries', opensDialog: false },
    { button: 'Delete', sends: 'deleteValueList' },
    // The upload requires the permission of adding entries.
    { button: 'Upload CSV', sends: 'addListEntries' },
    { button: 'Add entries', sends: 'addListEntries' },
  ],
  'settings/{profile}': [
    'General',
    'Return to the shop',
    'Retries',
    'Webhooks',
    'Payment links',
    'Payout links',
    '3-D Secure',
    'Card testing',
    'Cards',
    'Wallets',
    'Other',
  ]
    .map((group) => ({ button: `Change: ${group}`, sends: 'updateBusinessProfile' }))
    .concat({ button: 'Delete', sends: 'deleteBusinessProfile' }),
  'webhooks/{delivery}': [{ button: 'Send now', sends: 'redeliverWebhook' }],
};

/** Whether a role has a permission. */
export const has = (role: Role, permission: string): boolean =>
  (roles[role] as readonly string[]).includes(permission);

/** The names of the buttons that a role should see, in alphabetical order. */
export const buttonsFor = (role: Role, offered: readonly Offered[]): string[] =>
  offered
    .filter(({ alsoNeeds, owners, sends }) => {
      const permission = ofOperations.get(sends);
      if (!permission) throw new Error(`The tables of permissions do not have ${sends}.`);
      return has(role, permission) && (!alsoNeeds || has(role, alsoNeeds)) && (!owners || role === 'owner');
    })
    .map(({ button }) => button)
    .sort();

/** Buttons that every role sees: appearance, copying, and the person's own account. */
const everybodys =
  /^(Filters|Columns|Views|Add a passkey|Previous|Next|Load more|Show totals|Hide totals|Show|Hide|Copy .*|Clear .*|Change password|Turn two-factor authentication on|Sign out|\w+ \d+, \d{4} – \w+ \d+, \d{4})$/;

/** The names of a page's other buttons, in alphabetical order. */
export async function buttonsOn(page: Page): Promise<string[]> {
  const names = await page
    .locator('#page')
    .getByRole('button')
    // Buttons in a table's header sort it.
    .and(page.locator(':not(th *)'))
    .evaluateAll((buttons) =>
      (buttons as unknown as { ariaLabel: string | null; textContent: string }[]).map(
        ({ ariaLabel, textContent }) => ariaLabel ?? textContent.trim(),
      ),
    );
  return names.filter((name) => !everybodys.test(name)).sort();
}

/** Collects a page's problems from now on: errors, and requests that failed or were refused. */
export function troublesOf(page: Page): () => Promise<string[]> {
  const troubles: string[] = [];
  const reading: Promise<unknown>[] = [];
  page.on('pageerror', (error) => troubles.push(`error: ${error}`));
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`console: ${message.text()}`);
  });
  page.on('requestfailed', (request) => {
    // A page that is left aborts its requests.
    const { errorText = '' } = request.failure() ?? {};
    if (errorText !== 'net::ERR_ABORTED') troubles.push(`failed: ${request.url()} ${errorText}`);
  });
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (response.status() >= 400) troubles.push(`${response.status()}: ${pathname}`);
    if (pathname !== '/graphql' || response.request().method() !== 'POST') return;
    // The response body for a page that was left is gone.
    const read = response.json().then(
      ({ errors }) => errors && troubles.push(`GraphQL: ${JSON.stringify(errors)}`),
      () => undefined,
    );
    reading.push(read);
  });
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      const { payload: sent, type } = JSON.parse(String(payload));
      if (type === 'error' || sent?.errors) troubles.push(`subscription: ${payload}`);
    });
  });
  return async () => {
    await Promise.all(reading);
    return troubles;
  };
}
