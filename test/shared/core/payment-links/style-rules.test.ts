import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Problem } from '../../../../src/core/foundation/errors.ts';
import { requireStyleRules } from '../../../../src/core/payment-links/style-rules.ts';
import { styleSheetOf } from '../../../../src/core/payment-links/style-sheet.ts';
import { seed } from '../../../kit/property.ts';

/** The refusal's message; null if the rules are accepted. */
function refusal(rules: object): string | null {
  try {
    requireStyleRules(rules as never, 'sdk_ui_rules');
    return null;
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}

test('Rules of known elements and properties become a style sheet', () => {
  const rules = {
    body: { fontFamily: "'Inter', sans-serif" },
    '.Input': { borderRadius: '4px', boxShadow: '0 1px 2px rgb(0 0 0 / 10%)' },
    '#submit': { padding: 'calc(1rem + 2px)', backgroundColor: '#0a7d55' },
  };
  expect(refusal(rules)).toBeNull();
  expect(styleSheetOf(rules, '.form').split('\n')).toEqual([
    "body{font-family:'Inter', sans-serif}",
    '.form .Input{border-radius:4px;box-shadow:0 1px 2px rgb(0 0 0 / 10%)}',
    '.form #submit{padding:calc(1rem + 2px);background-color:#0a7d55}',
  ]);
});

test.for([
  [{ '.input': { color: 'red' } }, /has no element \.input; did you mean \.Input\?/],
  [{ 'body *': { color: 'red' } }, /has no element that name\./],
  [{ h1: { colour: 'red' } }, /has no property colour for h1; did you mean color\?/],
  [{ h1: { position: 'fixed' } }, /has no property position/],
  [{ h1: { display: 'none' } }, /has no property display/],
  [{ h1: 'red' }, /must have an object of style properties for h1/],
  [{ h1: { color: 1 } }, /must have a plain CSS value/],
  [{ h1: { backgroundColor: 'url(https://shop.example/a.png)' } }, /must have a plain CSS value/],
  [{ h1: { color: 'red;} body{display:none' } }, /must have a plain CSS value/],
  [{ h1: { color: 'expression(alert(1))' } }, /no functions but rgb/],
  [{ h1: { color: 'red/* */' } }, /must have a plain CSS value/],
  [{ h1: { fontFamily: "'Inter" } }, /must have a plain CSS value/],
] as const)('%j is refused with the name of the faulty part', ([rules, message]) => {
  expect(refusal(rules)).toMatch(message);
});

test('No value ends its declaration, leaves its style element or loads anything', () => {
  const nasty = fc.string({ unit: fc.constantFrom(...'ab1 #%.,()\'"-+*/\\;{}<>@:!&url\n'), maxLength: 40 });
  const property = fc.property(nasty, (value) => {
    const sheet = styleSheetOf({ h1: { color: value } });
    // Stored rules that are no longer allowed are dropped from the sheet, and refused in a request.
    expect(sheet === 'h1{}').toBe(refusal({ h1: { color: value } }) !== null);
    if (sheet === 'h1{}') return;
    expect(sheet).toBe(`h1{color:${value}}`);
    expect(value).not.toMatch(/[\\;{}<>@:!&]|url\s*\(|\/\*/i);
  });
  fc.assert(property, { seed, numRuns: 2_000 });
});
