/** What a connector tells of a dispute that was just opened, but for which payment it is about. */
export const toldDispute = Object.freeze({
  type: 'dispute',
  stage: 'dispute',
  status: 'opened',
  amount: 500,
  currency: 'USD',
  reason: 'Never arrived',
  reasonCode: '13.1',
  respondBy: '2099-01-01T00:00:00.000Z',
  connectorStatus: 'needs_response',
});
