// Generated from session.graphql and schema/schema.graphql by `npm run emit`.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
export type Permission =
  | 'AUDIT_READ'
  | 'CONNECTORS_READ'
  | 'CONNECTORS_WRITE'
  | 'CUSTOMERS_READ'
  | 'CUSTOMERS_WRITE'
  | 'DISPUTES_READ'
  | 'DISPUTES_WRITE'
  | 'EVENTS_READ'
  | 'EXPORTS_CREATE'
  | 'KEYS_READ'
  | 'KEYS_WRITE'
  | 'PAYMENTS_CAPTURE'
  | 'PAYMENTS_READ'
  | 'PAYMENTS_WRITE'
  | 'PAYOUTS_READ'
  | 'PAYOUTS_WRITE'
  | 'PERSONAL_DATA_READ'
  | 'REFUNDS_READ'
  | 'REFUNDS_WRITE'
  | 'SETTINGS_READ'
  | 'SETTINGS_WRITE'
  | 'TEAM_READ'
  | 'TEAM_WRITE'
  | 'WEBHOOKS_WRITE';

export type Role =
  | 'admin'
  | 'analyst'
  | 'developer'
  | 'operator'
  | 'owner';

export type SessionQueryVariables = Exact<{ [key: string]: never; }>;


export type SessionQuery = { readonly viewer: { readonly merchantId: string | null, readonly role: Role | null, readonly permissions: ReadonlyArray<Permission>, readonly person: { readonly personId: string, readonly email: string, readonly name: string } | null, readonly merchantAccounts: ReadonlyArray<{ readonly merchantId: string, readonly name: string | null, readonly role: Role }> } };


export const SessionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Session"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"merchantId"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"permissions"}},{"kind":"Field","name":{"kind":"Name","value":"person"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"personId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"merchantAccounts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"merchantId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"role"}}]}}]}}]}}]} as unknown as DocumentNode<SessionQuery, SessionQueryVariables>;