// Generated from routing-warnings.graphql and schema/schema.graphql by `npm run emit`.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../data/schema-types.ts';

import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
export type RoutingWarningsQueryVariables = Exact<{
  profileId: string;
  routing?: unknown;
  transactionType?: Types.RoutedTransaction | null | undefined;
}>;


export type RoutingWarningsQuery = { readonly checkRouting: ReadonlyArray<{ readonly merchantConnectorId: string, readonly connectorName: string, readonly connectorLabel: string | null, readonly reason: string | null, readonly ruleIndex: number | null }> };


export const RoutingWarningsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RoutingWarnings"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"profileId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"routing"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"JSON"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"transactionType"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"RoutedTransaction"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"checkRouting"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"profileId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"profileId"}}},{"kind":"Argument","name":{"kind":"Name","value":"routing"},"value":{"kind":"Variable","name":{"kind":"Name","value":"routing"}}},{"kind":"Argument","name":{"kind":"Name","value":"transactionType"},"value":{"kind":"Variable","name":{"kind":"Name","value":"transactionType"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"merchantConnectorId"}},{"kind":"Field","name":{"kind":"Name","value":"connectorName"}},{"kind":"Field","name":{"kind":"Name","value":"connectorLabel"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"ruleIndex"}}]}}]}}]} as unknown as DocumentNode<RoutingWarningsQuery, RoutingWarningsQueryVariables>;