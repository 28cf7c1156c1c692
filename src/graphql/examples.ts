/** The tabs GraphiQL opens with. The first is the dashboard's own query. */
export const exampleTabs = [
  {
    query: `query Dashboard($first: Int!) {
  payments(first: $first) {
    count { count precision }
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
    query: `query SearchPayments($search: String!) {
  payments(first: 10, filter: { search: $search, status: { in: [succeeded, requires_capture] } }) {
    nodes {
      paymentId status amount currency created
      customer { customerId name email }
      profile { profileId profileName }
    }
    pageInfo { hasNextPage endCursor }
  }
}`,
    variables: '{"search": "example"}',
  },
  {
    query: `query RecentEvents {
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
    query: `mutation SendTestWebhook($input: SendTestWebhookInput!) {
  # With several business profiles, add "profileId": "pro_…" to the input. npm run listen sets up an endpoint for each.
  sendTestWebhook(input: $input) {
    webhookDelivery { deliveryId status event { body } }
    userErrors { code message param }
  }
}`,
    variables: '{"input": {"eventType": "payment_succeeded"}}',
  },
  {
    query: `subscription PaymentUpdates {
  paymentUpdated {
    cursor updatedAt
    payment { paymentId status amount currency amountReceived errorMessage }
  }
}`,
  },
];
