import type { Request } from 'express';
import type { BrowserInfo } from '../../core/entities/values/payment-parts.ts';
import type { CustomerPage } from './customer-page.ts';

const TEXT_MAX = 2048;
const LANGUAGE_MAX = 255;
const NUMBER_MAX = 100_000;

/** The browser's properties, as script expressions by member of `browser_info`. */
const told = {
  color_depth: 'screen.colorDepth',
  java_enabled: 'false',
  java_script_enabled: 'true',
  language: 'navigator.language',
  screen_height: 'screen.height',
  screen_width: 'screen.width',
  time_zone: 'new Date().getTimezoneOffset()',
} as const;

const script = `const form = document.forms[0];
const told = { ${Object.entries(told)
  .map(([name, expression]) => `${name}: ${expression}`)
  .join(', ')} };
for (const [name, value] of Object.entries(told)) form.elements[name].value = value;`;

/**
 * A page that starts its customer's authentication by posting the browser's properties to its own URL. A GET starts nothing,
 * since programs follow links too.
 *
 * @param isAgain After a failure, when the customer decides to try again.
 */
export function authenticationPage(isAgain: boolean): CustomerPage {
  const inputs = Object.keys(told).map((name) => `<input type="hidden" name="${name}" value="">`);
  const [text, button] = isAgain
    ? ['Your bank could not be reached. You have not been charged.', 'Try again']
    : ['You are on your way to your bank.', 'Continue'];
  return {
    title: 'Your payment',
    body: `<form method="post">${inputs.join('')}
<p>${text}</p>
<button type="submit">${button}</button>
</form>`,
    script: isAgain ? script : `${script}\nform.submit();`,
  };
}

/** An integer in a form field; null if absent or invalid. */
function numberIn(value: unknown, min: number): number | null {
  const number = typeof value === 'string' && /^-?\d{1,6}$/.test(value) ? Number(value) : Number.NaN;
  return number >= min && number <= NUMBER_MAX ? number : null;
}

const flagIn = (value: unknown): boolean | null =>
  value === 'true' || value === 'false' ? value === 'true' : null;

const MINUTES_OF_DAY = 1440;

/** The browser that sent the form of {@link authenticationPage}. */
export function browserOf(req: Request): BrowserInfo {
  const form = (req.body ?? {}) as Record<string, unknown>;
  const language = typeof form.language === 'string' ? form.language.slice(0, LANGUAGE_MAX) : '';
  const timeZone = numberIn(form.time_zone, -MINUTES_OF_DAY);
  return {
    color_depth: numberIn(form.color_depth, 0),
    java_enabled: flagIn(form.java_enabled),
    java_script_enabled: flagIn(form.java_script_enabled) ?? false,
    language: language || null,
    screen_height: numberIn(form.screen_height, 0),
    screen_width: numberIn(form.screen_width, 0),
    time_zone: timeZone !== null && timeZone <= MINUTES_OF_DAY ? timeZone : null,
    accept_header: req.get('accept')?.slice(0, TEXT_MAX) ?? null,
    user_agent: req.get('user-agent')?.slice(0, TEXT_MAX) ?? null,
  };
}
