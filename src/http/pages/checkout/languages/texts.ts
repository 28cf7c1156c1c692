/**
 * Every text of the pages on which a customer pays. Names in braces stand for values; a language may put them anywhere.
 * Complete by type: a language without one of them does not compile.
 */
export interface Texts {
  // The order.
  readonly payTo: string;
  readonly orderHeading: string;
  readonly quantity: string;
  readonly showMore: string;
  readonly showLess: string;
  readonly shipping: string;
  readonly tax: string;
  readonly surcharge: string;
  readonly total: string;
  readonly timeLeft: string;
  readonly testMode: string;
  // Payment methods and their fields.
  readonly methodsHeading: string;
  readonly card: string;
  readonly savedHeading: string;
  readonly cardEnding: string;
  readonly newMethod: string;
  readonly bankTransfer: string;
  readonly directDebit: string;
  readonly cardNumber: string;
  readonly expiryDate: string;
  readonly expiryFormat: string;
  readonly securityCode: string;
  readonly nameOnCard: string;
  readonly nickName: string;
  readonly email: string;
  readonly saveForNextTime: string;
  readonly iban: string;
  readonly accountNumber: string;
  readonly routingNumber: string;
  readonly sortCode: string;
  readonly bsbNumber: string;
  readonly accountHolder: string;
  readonly postalCode: string;
  readonly optional: string;
  readonly redirectNotice: string;
  readonly transferNotice: string;
  readonly cardTerms: string;
  readonly debitTerms: string;
  readonly acceptance: string;
  readonly noMethods: string;
  // The button.
  readonly pay: string;
  readonly payAmount: string;
  readonly saveCard: string;
  readonly saveMethod: string;
  readonly working: string;
  readonly continueButton: string;
  readonly tryAgain: string;
  readonly returnTo: string;
  readonly returning: string;
  // Problems, each announced.
  readonly fieldMissing: string;
  readonly fieldInvalid: string;
  readonly cardNumberInvalid: string;
  readonly cardExpired: string;
  readonly networkNotTaken: string;
  readonly codeLength: string;
  readonly mustAccept: string;
  readonly declined: string;
  readonly challengeFailed: string;
  readonly offline: string;
  readonly unavailable: string;
  // What became of it.
  readonly successHeading: string;
  readonly successText: string;
  readonly savedHeadingDone: string;
  readonly savedText: string;
  readonly failedHeading: string;
  readonly failedText: string;
  readonly processingHeading: string;
  readonly processingText: string;
  readonly expiredHeading: string;
  readonly expiredText: string;
  readonly unknownHeading: string;
  readonly unknownText: string;
  readonly closedHeading: string;
  readonly closedText: string;
  readonly actionHeading: string;
  readonly actionText: string;
  readonly transferHeading: string;
  readonly transferText: string;
  readonly bankName: string;
  readonly bic: string;
  readonly reference: string;
  readonly scanText: string;
  readonly paymentReference: string;
  readonly challengeTitle: string;
  readonly needsScript: string;
  readonly poweredBy: string;
  // Where money goes: payouts and methods saved without a payment.
  readonly recipientHeading: string;
  readonly recipientText: string;
  readonly bankAccount: string;
  readonly receiveAmount: string;
  readonly payoutSentHeading: string;
  readonly payoutSentText: string;
  readonly saveButton: string;
  readonly next: string;
  readonly back: string;
}
