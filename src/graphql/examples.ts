/** The documents GraphiQL opens with. The first is the dashboard's own: what it needs is what it asks for. */
export const exampleTabs = [
  {
    query: `query Dashboard($first: Int!) {
  payments(first: $first) {
    totalCount
    nodes {
      paymentId status amount currency created customerId connector paymentMethod email description
      refunds  { refundId status amount reason createdAt }
      disputes { disputeId disputeStage disputeStatus challengeRequiredBy createdAt }
      attempts { attemptId status amount connector errorCode errorMessage createdAt }
      captures { captureId status amount captureSequence connectorCaptureId }
    }
  }
}`,
    variables: '{"first": 20}',
  },
  {
    query: `query FailuresByConnector {
  paymentStats(groupBy: [CONNECTOR, STATUS], interval: WEEK, timeZone: "Europe/Berlin") {
    bucket connector status currency count amount successRate
  }
}`,
  },
  {
    query: `query FindPayments($words: String!) {
  payments(first: 10, filter: { search: $words, status: { in: [succeeded, requires_capture] } }) {
    nodes {
      paymentId status amount currency created
      customer { customerId name email }
      profile { profileId profileName }
    }
    pageInfo { hasNextPage endCursor }
  }
}`,
    variables: '{"words": "example"}',
  },
  {
    query: `query WhatHappened {
  events(first: 10, filter: { eventType: { in: [payment_succeeded, payment_failed] } }) {
    nodes {
      eventId eventType createdAt test
      payment { paymentId status amount currency }
      deliveries { status attemptCount statusCode errorMessage nextAttemptAt }
    }
  }
}`,
  },
  {
    query: `mutation TryAnEndpoint($input: SendTestWebhookInput!) {
  # Of several business profiles the variables name one: "profileId": "pro_…". npm run listen gives each an endpoint.
  sendTestWebhook(input: $input) {
    webhookDelivery { deliveryId status event { body } }
    userErrors { code message param }
  }
}`,
    variables: '{"input": {"eventType": "payment_succeeded"}}',
  },
  {
    query: `subscription PaymentsLive {
  paymentUpdated {
    cursor updatedAt
    payment { paymentId status amount currency amountReceived errorMessage }
  }
}`,
  },
];
