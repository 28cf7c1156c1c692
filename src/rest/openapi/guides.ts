import { urlPath } from '../../core/foundation/url-path.ts';
import type { OpenApiDocument } from '../openapi.ts';
import { specifiedOperations } from '../operations.ts';

/** A guide, or a part of it: its title and its place below `/docs`, where the service serves it. */
type Guide = readonly [title: string, place: string];

const reconciliation: Guide = ['Reconciliation', 'reconciliation.md'];
const takeAPayment: Guide = ['Take a payment', 'take-a-payment.md'];
const shipByParts: Guide = ['Ship by parts', 'take-a-payment.md#ship-by-parts'];
const refund: Guide = ['Refund', 'take-a-payment.md#refund'];
const oneClick: Guide = ['One click', 'take-a-payment.md#one-click'];
const renewals: Guide = ['Renewals', 'take-a-payment.md#renewals'];
const events: Guide = ['Events, webhooks and live updates', 'events.md'];
const furtherEndpoints: Guide = ['Further endpoints', 'events.md#further-endpoints'];
const permissions: Guide = ['Permissions', 'permissions.md'];

const ofTags: Readonly<Record<string, Guide>> = Object.freeze({
  Payments: takeAPayment,
  Refunds: refund,
  'Payment methods': oneClick,
  Mandates: renewals,
  'Error mappings': ['Error codes', 'errors.md'],
  Disputes: ['Disputes of the sandbox', 'sandbox.md#disputes-and-settings'],
  'Connector accounts': ['The sandbox connector', 'sandbox.md'],
  'Events and deliveries': events,
  Routing: ['Rules', 'rules.md'],
  Reconciliation: reconciliation,
  'API keys': permissions,
  Team: permissions,
  Webhooks: events,
});

const ofOperations: Readonly<Record<string, Guide>> = Object.freeze({
  createPayment: takeAPayment,
  confirmPayment: takeAPayment,
  capturePayment: shipByParts,
  listCaptures: reconciliation,
  exportCaptures: reconciliation,
  exportPayments: reconciliation,
  exportRefunds: reconciliation,
  exportBalanceEntries: reconciliation,
  createRefund: refund,
  offerSavedMethods: oneClick,
  listCustomerPaymentMethods: oneClick,
  revokeMandate: renewals,
  readEventFeed: ['Event feed', 'events.md#event-feed'],
  replayWebhooks: ['Replay', 'events.md#replay'],
  createWebhookEndpoint: furtherEndpoints,
  rotateWebhookSecret: furtherEndpoints,
});

/** The section of an operation of the specification, by the anchor of its heading. */
const sectionOf = (operationId: string): Guide | undefined => {
  const specified = specifiedOperations.find(({ id }) => id === operationId);
  if (!specified) return undefined;
  const place = `${specified.method}-${specified.path.replace(/[^\w-]/g, '')}`;
  return [
    `Endpoint ${specified.number} of the specification`,
    `specification.md#endpoint-${specified.number}-${place}`,
  ];
};

type Operations = Readonly<Record<string, { readonly operationId: string }>>;

/**
 * Adds `externalDocs` to the groups and operations that a guide is about; operations of the specification lead to their
 * sections. Only the served document has them: OpenAPI requires absolute URLs, which depend on the address of the service.
 */
export function withGuides(document: OpenApiDocument, url: string): OpenApiDocument {
  const linked = (guide: Guide | undefined) => {
    if (!guide) return undefined;
    const [page, heading] = guide[1].split('#');
    const address = url.replace(/\/$/, '') + urlPath`/docs/${page!}`;
    return { externalDocs: { description: guide[0], url: heading ? `${address}#${heading}` : address } };
  };
  const tags = document.tags as readonly { readonly name: string }[];
  const paths = Object.entries(document.paths as Readonly<Record<string, Operations>>);
  const withGuide = (operations: Operations) =>
    Object.entries(operations).map(([method, operation]) => [
      method,
      { ...operation, ...linked(ofOperations[operation.operationId] ?? sectionOf(operation.operationId)) },
    ]);
  return {
    ...document,
    tags: tags.map((tag) => ({ ...tag, ...linked(ofTags[tag.name]) })),
    paths: Object.fromEntries(paths.map(([path, item]) => [path, Object.fromEntries(withGuide(item))])),
  };
}
