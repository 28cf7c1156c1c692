#!/usr/bin/env bash
# The nineteen REST operations and a payment's story, against a running service with demo data.
#
#   API_KEY=sk_test_… PUBLISHABLE_KEY=pk_test_… ADMIN_API_KEY=admin_… bash src/dev/tour.sh
#
# `npm start` prints the three keys. URL is http://127.0.0.1:8080 unless given. It needs bash, curl, grep and sed.
# Each step prints its response; the script stops at the first one that is not as it should be.
set -euo pipefail

URL=${URL:-http://127.0.0.1:8080}
: "${API_KEY:?Set API_KEY to the demo merchant\'s API key, as npm start printed it.}"
: "${PUBLISHABLE_KEY:?Set PUBLISHABLE_KEY to the demo merchant\'s publishable key, as npm start printed it.}"
: "${ADMIN_API_KEY:?Set ADMIN_API_KEY to the admin API key, as npm start printed it.}"

fail() { echo "tour: $*" >&2; exit 1; }

# operation NUMBER TITLE KEY METHOD PATH [BODY]: prints the status and the response; anything but 200 ends the tour.
operation() {
  local number=$1 title=$2 key=$3 method=$4 path=$5 body=${6:-}
  local response status
  response=$(curl -sS -X "$method" "$URL$path" -H "api-key: $key" -w '\n%{http_code}' \
    ${body:+-H 'content-type: application/json' -d "$body"})
  status=${response##*$'\n'}
  RESPONSE=${response%$'\n'*}
  printf '%2d  %s  %s %s  %s\n    %s\n' "$number" "$status" "$method" "${path%%\?*}" "$title" "$RESPONSE"
  [ "$status" = 200 ] || fail "operation $number responded with $status."
}

# gql QUERY: posts a GraphQL document, and leaves the response in RESPONSE.
gql() {
  RESPONSE=$(printf '{"query":"%s"}' "$(printf %s "$1" | sed 's/"/\\"/g')" |
    curl -sS "$URL/graphql" -H "api-key: $API_KEY" -H 'content-type: application/json' -d @-)
  case $RESPONSE in *'"errors"'* | *'"userErrors":[{'*) fail "$RESPONSE" ;; esac
}

# pick NAME: the first text of that name in RESPONSE.
pick() { printf %s "$RESPONSE" | grep -o "\"$1\":\"[^\"]*\"" | head -1 | cut -d'"' -f4; }

# expect NAME VALUE: RESPONSE has that text or number under that name.
expect() {
  case $RESPONSE in
    *"\"$1\":\"$2\""* | *"\"$1\":$2"[,}]*) printf '    %s: %s\n' "$1" "$2" ;;
    *) fail "expected $1 to be $2: $RESPONSE" ;;
  esac
}

# create AMOUNT [INPUT]: creates a payment of the shop.
create() {
  gql "mutation { createPayment(input: { amount: $1, currency: \"USD\", profileId: \"$PROFILE\" ${2:-} }) {
    payment { paymentId clientSecret status nextAction { redirectToUrl } } userErrors { message } } }"
}

card() { printf 'paymentMethodData: { card: { cardNumber: "%s", cardExpMonth: "12", cardExpYear: "2030", cardCvc: "123" } }' "$1"; }

echo "The nineteen REST operations, on the data of the API key's merchant"

gql '{ viewer { merchantId } }'; MERCHANT=$(pick merchantId)
gql '{ connectorAccounts(first: 1, filter: { connectorType: { in: [payment_processor] } }) { nodes { profileId } } }'; PROFILE=$(pick profileId)
gql '{ paymentMethods(first: 1) { nodes { customerId paymentMethodId } } }'; CUSTOMER=$(pick customerId); METHOD=$(pick paymentMethodId)
gql '{ refunds(first: 1) { nodes { refundId } } }'; REFUND=$(pick refundId)

create 4200
operation 1 'Update a payment: attach a card, and confirm it' "$API_KEY" POST "/payments/$(pick paymentId)" '{"description":"Two tickets","payment_method_data":{"card":{"card_number":"4242424242424242","card_exp_month":"12","card_exp_year":"2030","card_holder_name":"Ada Lovelace","card_cvc":"123"}},"confirm":true}'
expect status succeeded
operation 2 'List payments' "$API_KEY" GET '/payments/list?limit=2'
create 900
operation 3 'Wallet session tokens' "$PUBLISHABLE_KEY" POST /payments/session_tokens "{\"payment_id\":\"$(pick paymentId)\",\"client_secret\":\"$(pick clientSecret)\",\"wallets\":[]}"
# External 3-D Secure needs an authentication connector at the profile, and a confirmed payment that asked for it.
gql "mutation { createConnectorAccount(input: { connectorType: authentication_processor, connectorName: \"sandbox\", profileId: \"$PROFILE\", connectorAccountDetails: {} }) { connectorAccount { merchantConnectorId } userErrors { message } } }"
gql "mutation { updateBusinessProfile(input: { profileId: \"$PROFILE\", authenticationConnectorDetails: { authenticationConnectors: [\"sandbox\"], threeDsRequestorUrl: \"https://shop.example.com\" } }) { userErrors { message } } }"
create 5900 ", authenticationType: three_ds, requestExternalThreeDsAuthentication: true, confirm: true, $(card 4000000000003220)"
operation 4 'External 3-D Secure authentication' "$PUBLISHABLE_KEY" POST "/payments/$(pick paymentId)/3ds/authentication" "{\"client_secret\":\"$(pick clientSecret)\",\"device_channel\":\"BRW\",\"threeds_method_comp_ind\":\"Y\"}"
gql "mutation { createPayout(input: { amount: 1500, currency: \"USD\", profileId: \"$PROFILE\" }) { payout { payoutId } userErrors { message } } }"
PAYOUT=$(pick payoutId)
operation 5 'Update a payout: attach a card, and confirm it' "$API_KEY" POST "/payouts/$PAYOUT" '{"payout_method_data":{"card":{"card_number":"4111111111111111","expiry_month":"12","expiry_year":"2030","card_holder_name":"Grace Hopper"}},"confirm":true}'
operation 6 'Fulfil a payout' "$API_KEY" POST "/payouts/$PAYOUT/fulfill" "{\"payout_id\":\"$PAYOUT\"}"
expect status success
operation 7 'Update a refund' "$API_KEY" POST "/refunds/$REFUND" '{"reason":"Customer changed their mind"}'
operation 8 'Create a customer' "$API_KEY" POST /customers '{"name":"Ada Lovelace","email":"ada@example.com"}'
operation 9 'Update a customer' "$API_KEY" POST "/customers/$CUSTOMER" '{"description":"Likes to be called before delivery"}'
operation 10 "List a customer's payment methods" "$API_KEY" GET "/customers/$CUSTOMER/payment_methods?accepted_currency=EUR,USD&accepted_country=DE,US&minimum_amount=0&maximum_amount=100000&recurring_payment_enabled=false&installment_payment_enabled=false"
operation 11 'Retrieve a payment method' "$API_KEY" GET "/payment_methods/$METHOD"
operation 12 'Update a payment method' "$API_KEY" POST "/payment_methods/$METHOD/update" '{"card":{"card_exp_month":"11","card_exp_year":"2031","nick_name":"Work"}}'
operation 13 'Create a merchant account' "$ADMIN_API_KEY" POST /accounts "{\"merchant_id\":\"shop_$(date +%s)_$$\"}"
operation 14 'Retrieve a merchant account' "$ADMIN_API_KEY" GET "/accounts/$MERCHANT"
operation 15 'List business profiles' "$API_KEY" GET "/account/$MERCHANT/business_profile"
operation 16 'Retrieve a business profile' "$API_KEY" GET "/account/$MERCHANT/business_profile/$(pick profile_id)"
operation 17 'List connector accounts' "$API_KEY" GET "/accounts/$MERCHANT/connectors"
operation 18 'Retrieve a connector account' "$API_KEY" GET "/accounts/$MERCHANT/connectors/$(pick merchant_connector_id)"
operation 19 'Create an error mapping' "$ADMIN_API_KEY" POST /gsm "{\"connector\":\"sandbox\",\"flow\":\"payment\",\"sub_flow\":\"authorize\",\"code\":\"tour_$(date +%s)_$$\",\"message\":\"\",\"status\":\"failure\",\"decision\":\"retry\",\"step_up_possible\":false,\"clear_pan_possible\":false}"

echo
echo 'A story: 3-D Secure, capture, refund, dispute, payout. The cards are the sandbox'"'"'s: they decide what happens.'

echo 'A payment to be captured later; its card asks for a challenge.'
create 12000 ", captureMethod: manual, authenticationType: three_ds, returnUrl: \"https://shop.example.com/thanks\", confirm: true, $(card 4000000000003220)"
expect status requires_customer_action
PAYMENT=$(pick paymentId)
CHALLENGE=$(pick redirectToUrl)

echo 'The customer completes it in the browser, and is sent on to the shop.'
TOKEN=$(curl -sS "$CHALLENGE" | grep -o 'name="token" value="[^"]*"' | cut -d'"' -f4)
BACK=$(curl -sS -o /dev/null -w '%{redirect_url}' "$CHALLENGE/answer" -d "token=$TOKEN&answer=complete")
SHOP=$(curl -sS -o /dev/null -w '%{redirect_url}' "$BACK")
printf '    %s\n' "${SHOP%%\?*}"
gql "{ payment(paymentId: \"$PAYMENT\") { status amountCapturable } }"
expect status requires_capture
expect amountCapturable 12000

echo 'The merchant captures, and refunds one of the tickets.'
gql "mutation { capturePayment(input: { paymentId: \"$PAYMENT\" }) { payment { status amountReceived } userErrors { message } } }"
expect status succeeded
expect amountReceived 12000
gql "mutation { createRefund(input: { paymentId: \"$PAYMENT\", amount: 2500, reason: \"One ticket returned\" }) { refund { payment { amountRefunded } status } userErrors { message } } }"
expect status succeeded
expect amountRefunded 2500

# wait_for QUERY NAME VALUE: asks again until the response has the value.
wait_for() {
  local tries
  for tries in $(seq 60); do
    gql "$1"
    case $RESPONSE in *"\"$2\":\"$3\""*) expect "$2" "$3"; return ;; esac
    sleep 0.5
  done
  fail "expected $2 to become $3: $RESPONSE"
}

echo 'This card pays, and ten seconds later its holder disputes the payment. The merchant sends evidence.'
create 8000 ", confirm: true, $(card 4000000000000259)"
DISPUTED=$(pick paymentId)
wait_for "{ payment(paymentId: \"$DISPUTED\") { disputes { disputeId disputeStatus } } }" disputeStatus dispute_opened
DISPUTE=$(pick disputeId)
gql "mutation { challengeDispute(input: { disputeId: \"$DISPUTE\", evidence: \"Signed for at the door; we win.\" }) { dispute { disputeStatus } userErrors { message } } }"
wait_for "{ dispute(disputeId: \"$DISPUTE\") { disputeStatus } }" disputeStatus dispute_won

echo 'A supplier is paid: created, confirmed and fulfilled at once.'
gql "mutation { createPayout(input: { amount: 5000, currency: \"USD\", profileId: \"$PROFILE\", autoFulfill: true, confirm: true, payoutMethodData: { card: { cardNumber: \"4242424242424242\", expiryMonth: \"12\", expiryYear: \"2030\", cardHolderName: \"Supplier\" } } }) { payout { status } userErrors { message } } }"
expect status success

echo
echo 'The tour is complete: nineteen operations responded with 200, and the story ended as told.'
