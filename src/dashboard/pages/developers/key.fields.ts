// Generated from `UpdateApiKeyInput` of schema/schema.graphql by `npm run emit`.
import type { DescribedField } from '../../act/described.ts';

export const keyFields: readonly DescribedField[] = [
  {
    "name": "allowedAddresses",
    "about": "IP addresses and networks (CIDR) that the key may be used from, up to 50; empty for any. Requests from elsewhere are rejected with `address_not_allowed`.",
    "kind": "texts"
  },
  {
    "name": "description",
    "about": "Description of the key, such as what uses it.",
    "kind": "text"
  },
  {
    "name": "expiresAt",
    "about": "Time from which the key is rejected; null if it does not expire.",
    "kind": "time"
  },
  {
    "name": "name",
    "about": "New name of the key; null leaves it.",
    "kind": "text"
  }
];
