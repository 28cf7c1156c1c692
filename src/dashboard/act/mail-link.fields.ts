// Generated from `MailPaymentLinkInput` of schema/schema.graphql by `npm run emit`.
import type { DescribedField } from './described.ts';

export const mailLinkFields: readonly DescribedField[] = [
  {
    "name": "locale",
    "about": "Language of the message and of the page. Unless given, the page follows the customer's browser, and the message what the payment has of it, else English.",
    "kind": "choice",
    "options": [
      "ar",
      "de",
      "en",
      "es",
      "fr",
      "he",
      "hi",
      "it",
      "ja",
      "nl",
      "pl",
      "pt",
      "sv",
      "zh"
    ]
  }
];
