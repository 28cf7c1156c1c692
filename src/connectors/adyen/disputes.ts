import type { Connector, ConnectorAccess } from '../../core/foundation/ports/connector.ts';
import type { ChallengeDisputeRequest } from '../../core/foundation/ports/connector-requests.ts';
import { type Adyen, merchantAccount, requestOptions } from './client.ts';
import { withoutNumbers } from './errors.ts';
import type { Disputes } from './library.ts';
import { textAsPdf } from './text-as-pdf.ts';

/** Adyen's catch-all document type; free-text evidence is uploaded as this. */
export const GENERAL_DOCUMENT = 'DefenseMaterial';

/** Answers disputes by Adyen's Disputes API. */
export const disputeOperations = (
  adyen: Adyen,
): Required<Pick<Connector, 'acceptDispute' | 'challengeDispute'>> => ({
  async acceptDispute(access, request) {
    const { disputeServiceResult } = await adyen
      .disputes(access)
      .acceptDispute(
        named(access, request.connectorDisputeId) as Disputes.AcceptDisputeRequest,
        requestOptions(request),
      );
    requireSuccess(disputeServiceResult);
  },

  async challengeDispute(access, request) {
    const disputes = adyen.disputes(access);
    const dispute = named(access, request.connectorDisputeId);
    const { defenseReasons = [], disputeServiceResult } = await disputes.retrieveApplicableDefenseReasons(
      dispute as Disputes.DefenseReasonsRequest,
      requestOptions(request, 'reasons'),
    );
    requireSuccess(disputeServiceResult);
    const defenseDocuments = documentsOf(request);
    const defenseReasonCode = reasonFor(request, defenseReasons, defenseDocuments);
    const supplied = await disputes.supplyDefenseDocument(
      { ...dispute, defenseDocuments } as Disputes.SupplyDefenseDocumentRequest,
      requestOptions(request, 'documents'),
    );
    requireSuccess(supplied.disputeServiceResult);
    const defended = await disputes.defendDispute(
      { ...dispute, defenseReasonCode } as Disputes.DefendDisputeRequest,
      requestOptions(request),
    );
    requireSuccess(defended.disputeServiceResult);
  },
});

const named = (access: ConnectorAccess, disputePspReference: string) => ({
  disputePspReference,
  merchantAccountCode: merchantAccount(access),
});

function requireSuccess({ errorMessage, success }: Disputes.DisputeServiceResult): void {
  if (!success)
    throw new Error(
      `Adyen refuses the answer to the dispute: ${withoutNumbers(errorMessage ?? 'no reason given')}`,
    );
}

interface Document {
  readonly content: string;
  readonly contentType: string;
  readonly defenseDocumentTypeCode: string;
}

/** The evidence in Adyen's format: files by type of document. Texts become pages. */
function documentsOf({ fields, files, text }: ChallengeDisputeRequest): Document[] {
  const texts = Object.entries({ ...(text ? { [GENERAL_DOCUMENT]: text } : {}), ...fields });
  return [
    ...texts.map(([type, words]) => document(type, 'application/pdf', textAsPdf(words))),
    ...files.map(({ content, contentType, field }) => document(field, contentType, content)),
  ];
}

const document = (type: string, contentType: string, content: Buffer): Document => ({
  content: content.toString('base64'),
  contentType,
  defenseDocumentTypeCode: type,
});

/** The reason that was named, or else the first whose required documents are all given. */
function reasonFor(
  { defenceReason }: ChallengeDisputeRequest,
  reasons: readonly Disputes.DefenseReason[],
  documents: readonly Document[],
): string {
  if (defenceReason) return defenceReason;
  const given = new Set(documents.map(({ defenseDocumentTypeCode }) => defenseDocumentTypeCode));
  const isMet = ({ defenseDocumentTypes = [] }: Disputes.DefenseReason) =>
    defenseDocumentTypes.every(
      ({ available, defenseDocumentTypeCode, requirementLevel }) =>
        requirementLevel !== 'Required' || available || given.has(defenseDocumentTypeCode),
    );
  const found = reasons.find((reason) => reason.satisfied || isMet(reason)) ?? null;
  if (found) return found.defenseReasonCode;
  const wanted = reasons.map(({ defenseReasonCode }) => defenseReasonCode).join(', ') || 'none';
  throw new Error(`Adyen takes no defence with these documents. Its reasons are: ${wanted}.`);
}
