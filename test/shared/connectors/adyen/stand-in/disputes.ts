import { type Desk, LATER_MS } from './desk.ts';
import { notification } from './notifications.ts';
import type { Answer } from './state.ts';

interface DisputeBody {
  readonly disputePspReference: string;
}

const succeeded: Answer = { status: 200, body: { disputeServiceResult: { success: true } } };
const failed = (errorMessage: string): Answer => ({
  status: 200,
  body: { disputeServiceResult: { success: false, errorMessage } },
});

function tell(
  desk: Desk,
  { disputePspReference }: DisputeBody,
  eventCode: string,
  disputeStatus: string,
): void {
  const { payment } = desk.state.disputes.get(disputePspReference)!;
  const { amount, pspReference: originalReference, reference: merchantReference } = payment;
  const additionalData = { chargebackReasonCode: '10.4', chargebackSchemeCode: 'visa', disputeStatus };
  const told = {
    pspReference: disputePspReference,
    originalReference,
    merchantReference,
    amount,
    additionalData,
  };
  const at = new Date(desk.now().getTime() + LATER_MS);
  desk.tell(notification(eventCode, at, told), LATER_MS);
}

/** The operations of the Disputes API, by name. */
export const disputeOperations: Readonly<Record<string, (desk: Desk, body: never) => Answer>> = {
  acceptDispute(desk: Desk, body: DisputeBody) {
    if (!desk.state.disputes.has(body.disputePspReference)) return failed('Dispute not found');
    tell(desk, body, 'DISPUTE_DEFENSE_PERIOD_ENDED', 'Accepted');
    return succeeded;
  },

  retrieveApplicableDefenseReasons(desk: Desk, { disputePspReference }: DisputeBody) {
    if (!desk.state.disputes.has(disputePspReference)) return failed('Dispute not found');
    const document = {
      available: false,
      defenseDocumentTypeCode: 'DefenseMaterial',
      requirementLevel: 'Required',
    };
    const invoice = { ...document, defenseDocumentTypeCode: 'InvoiceShowingDistinctTransactions' };
    return {
      status: 200,
      body: {
        ...succeeded.body,
        defenseReasons: [
          { defenseReasonCode: 'DuplicateChargeback', satisfied: false, defenseDocumentTypes: [invoice] },
          { defenseReasonCode: 'SupplyDefenseMaterial', satisfied: false, defenseDocumentTypes: [document] },
        ],
      },
    };
  },

  supplyDefenseDocument(desk: Desk, body: DisputeBody & { defenseDocuments: { content: string }[] }) {
    const dispute = desk.state.disputes.get(body.disputePspReference);
    if (!dispute) return failed('Dispute not found');
    dispute.documents.push(...body.defenseDocuments.map(({ content }) => atob(content)));
    return succeeded;
  },

  defendDispute(desk: Desk, body: DisputeBody & { defenseReasonCode: string }) {
    const dispute = desk.state.disputes.get(body.disputePspReference);
    if (!dispute) return failed('Dispute not found');
    if (dispute.documents.length === 0) return failed('Required defense documents are missing');
    if (body.defenseReasonCode !== 'SupplyDefenseMaterial') return failed('Defense reason not applicable');
    tell(desk, body, 'INFORMATION_SUPPLIED', 'Pending');
    // The issuer decides by the text of the evidence.
    const isWon = dispute.documents.some((document) => document.includes('winning_evidence'));
    // "This stage is not final" (Webhooks-v1): it is won once the issuer's time has passed.
    tell(desk, body, isWon ? 'CHARGEBACK_REVERSED' : 'SECOND_CHARGEBACK', isWon ? 'Pending' : 'Lost');
    if (isWon) tell(desk, body, 'ISSUER_RESPONSE_TIMEFRAME_EXPIRED', 'Won');
    return succeeded;
  },
};
