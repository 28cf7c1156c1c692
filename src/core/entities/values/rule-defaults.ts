/** The defaults of notification rules. */
export const ruleDefaults = Object.freeze({
  success_rate_below: 50,
  success_rate_attempts: 20,
  success_rate_hours: 1,
  webhooks_failing_minutes: 15,
  dispute_due_days: 3,
});
