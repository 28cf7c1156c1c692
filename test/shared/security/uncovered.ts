/** Fields never returned to a merchant, which the suite requests without seeing a value, and why. */
export const unanswered: readonly { readonly fields: RegExp; readonly why: string }[] = [
  {
    fields: /^UnableAccount\./,
    why: 'No account of these merchants is unable to take what is routed to it; `try-routing.test.ts` names some.',
  },
  {
    fields: /^Mutation\.(create|update|delete)ErrorMapping$|ErrorMappingPayload\./,
    why: 'Error mappings are common to all merchants, and only the admin key changes them.',
  },
  {
    fields:
      /^Mutation\.(create|suspend|resume|delete)MerchantAccount$|^(Create|Suspend|Resume|Delete)MerchantAccountPayload\./,
    why: 'Only the admin key creates, suspends, resumes and deletes merchant accounts.',
  },
  {
    fields:
      /^(AdminKey|Operator)(Connection|Edge|Count)?\.|^Query\.(adminKey|operator)s?$|^Mutation\.(create|revoke)AdminKey$|^Mutation\.(appoint|remove)Operator$|(AdminKey|Operator)Payload\./,
    why: 'Only administrators have to do with their keys and with operators.',
  },
  {
    fields:
      /^Viewer(Person|MerchantAccount)\.|^SavedView\.|^Mutation\.(save|delete)View$|^(Save|Delete)ViewPayload\./,
    why: 'Only the session of a person shows and changes them: test/shared/people asks for those of several merchants.',
  },
  {
    fields: /^RoutingCondition\./,
    why: 'No rule of the merchants has a condition: test/shared/graphql/typed-routing.test.ts asks for them.',
  },
  {
    fields: /^RuleWarning\./,
    why: "The merchants' rulesets have no warnings: rulesets.test.ts asks for them.",
  },
  {
    fields: /^Subscription\.|^(\w+Updated|WebhookDelivered)\./,
    why: 'isolation-subscriptions.test.ts asks for them.',
  },
  {
    fields: /^(ThreeDsAuthentication|OpenedWallets?|MerchantSession)\./,
    why: "The attacker's open payment is in no state to be authenticated, and no account of its profile has wallets: only their own refusals are seen. test/shared/faces/wallets.test.ts asks with others' secrets.",
  },
  {
    fields:
      /^(CustomerPaymentMethod|MaskedBank|OfferedCardNetwork|OfferedMethod|OfferedMethodType|RequiredField|Surcharge|SurchargeQuote|TaxOnSurcharge)\./,
    why: "No account of the open payment's profile takes it, so that nothing is offered: test/shared/faces/payment-offer.test.ts asks for offers with others' secrets.",
  },
  {
    fields: /^(ApprovePaymentMethodExportPayload|ExportApproval)\.|^Mutation\.approvePaymentMethodExport$/,
    why: 'Only people approve exports: test/shared/rest/beyond/vault-exports.test.ts asks as them.',
  },
  {
    fields: /^(BlocklistState|CustomersKey|EligibilityNextAction|GiftCardBalance|PaymentEligibility)\./,
    why: "They are answered to one's own payments and customers alone: test/shared/faces asks with those of others.",
  },
  {
    fields: /^ConnectorWebhookTest\./,
    why: "It is answered of one's own accounts alone: test/shared/faces/connector-webhooks.test.ts asks as another merchant.",
  },
  {
    fields: /^DueCount\./,
    why: 'They are counted for an advance that a query asks about: test/shared/faces/test-clock.test.ts does beside another merchant.',
  },
  {
    fields: /^MarkedNotifications\./,
    why: "Its mutation names nothing, and marks one's own.",
  },
  {
    fields: /^BalanceEntriesBackfill\./,
    why: "Only its mutation answers it, of one's own account alone: test/shared/faces/recon-switch.test.ts asks.",
  },
  {
    fields: /^AddedListEntries\./,
    why: "Only its mutation answers them, of one's own lists alone: that of another merchant is refused.",
  },
  {
    fields: /^PaymentMethodCollectLink\./,
    why: 'Only its mutation answers one, and names a customer alone: that of another merchant is refused.',
  },
];

/** Positions whose value is never checked, because no request is otherwise valid, and why. */
export const ignored: readonly { readonly positions: RegExp; readonly why: string }[] = [
  {
    positions: /^createBusinessProfile RoutingChoiceInput\.merchantConnectorId at input\./,
    why: 'A profile that is being created has no accounts: each one is refused alike, whoever has it.',
  },
  {
    positions: /^POST \/payments(\/\{payment_id\}\/confirm)? body mandate_data\./,
    why: "Consent needs a customer as well, whom the attacker's open payment lacks. The mutations' twins are looked at.",
  },
];
