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
  attemptStats(filter: { status: { eq: failure } }, groupBy: [CONNECTOR, ERROR_CODE]) {
    connector errorCode currency count amount
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
    query: `mutation CreatePayment($input: CreatePaymentInput!) {
  # Pays by a test card, which the sandbox connector accepts. docs/sandbox.md lists cards that it declines.
  createPayment(input: $input) {
    payment { paymentId status amount currency attempts { attemptId status connector } }
    userErrors { code message param }
  }
}`,
    variables: `{
  "input": {
    "amount": 1099,
    "currency": "USD",
    "confirm": true,
    "paymentMethod": "card",
    "paymentMethodData": {
      "card": {
        "cardNumber": "4242424242424242",
        "cardExpMonth": "12",
        "cardExpYear": "2030",
        "cardCvc": "123",
        "cardHolderName": "Ada Lovelace"
      }
    }
  }
}`,
  },
  {
    query: `subscription PaymentUpdates {
  # Shows each payment as it changes. Run this, then CreatePayment in a second tab of the browser.
  paymentUpdated {
    cursor updatedAt
    payment { paymentId status amount currency amountReceived errorMessage }
  }
}`,
  },
];
