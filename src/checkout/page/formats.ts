/** Formats that can be checked while typing; the service checks all of them. */
export function hasForm(type: string, value: string): boolean {
  const bare = value.replace(/[\s-]/g, '');
  switch (type) {
    case 'iban':
      return isIban(bare);
    case 'sort_code':
    case 'bsb_number':
      return /^\d{6}$/.test(bare);
    case 'aba_routing_number':
      return /^\d{9}$/.test(bare);
    case 'ach_account_number':
    case 'bacs_account_number':
    case 'becs_account_number':
      return /^\d{4,17}$/.test(bare);
    case 'blik_code':
      return /^\d{6}$/.test(bare);
    case 'tax_number':
      return /^(\d{11}|\d{14})$/.test(value.replace(/[./-]/g, ''));
    case 'vpa':
      return /^[\w.-]+@[A-Za-z][A-Za-z0-9.-]+$/.test(value);
    case 'gift_card_number':
      return /^[\dA-Za-z]{4,32}$/.test(bare);
    case 'gift_card_pin':
      return /^[\dA-Za-z]{1,16}$/.test(value);
    case 'country':
      return /^[A-Z]{2}$/.test(value);
    case 'email':
      return /^\S+@\S+\.\S+$/.test(value);
    default:
      return true;
  }
}

/** Whether the check digits of an IBAN are right, by ISO 7064 (MOD 97-10). */
function isIban(text: string): boolean {
  if (!/^[A-Za-z]{2}\d{2}[\dA-Za-z]{10,30}$/.test(text)) return false;
  const moved = (text.slice(4) + text.slice(0, 4)).toUpperCase();
  const digits = moved.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}
