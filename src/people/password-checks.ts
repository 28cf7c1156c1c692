/** Endpoints at which a signed-in person gives their password, with the body's member that holds it. */
export const passwordChecks: Readonly<Record<string, string>> = {
  '/verify-password': 'password',
  '/change-password': 'currentPassword',
  '/two-factor/enable': 'password',
  '/two-factor/disable': 'password',
  '/two-factor/generate-backup-codes': 'password',
  '/two-factor/get-totp-uri': 'password',
};
