import { formats } from '../../core/model/formats.ts';
import type { LinkSettings } from '../../core/payment-links/link-config.ts';
import { styleSheetOf } from '../../core/payment-links/style-sheet.ts';

/** A colour of the settings as a custom property. Invalid colours are ignored: settings may be older than the check. */
const colour = (name: string, value: string | null | undefined): string =>
  value && formats.css_colour.check(value) ? `--${name}:${value};` : '';

/** A URL that cannot end its surrounding `url()`. */
const quoted = (url: string) => `"${new URL(url).href.replace(/["\\\s<>()]/g, encodeURIComponent)}"`;

/** Whether the page has only a light appearance: a dark one would not match the merchant's background. */
export const isLight = ({ background_colour: ground, background_image: image }: LinkSettings): boolean =>
  Boolean(ground || image?.url);

/** The style sheet of a payment's page, from its settings: colours, background and style rules. */
export function styleOf(settings: LinkSettings): string {
  const { background_image: image, background_colour: ground } = settings;
  const colours = [
    colour('accent', settings.theme),
    colour('button', settings.payment_button_colour ?? settings.theme),
    colour('button-text', settings.payment_button_text_colour),
    colour('ground', ground),
    colour('cvc-error', settings.color_icon_card_cvc_error),
  ].join('');
  const background = image?.url && formats.url.check(image.url) ? backgroundOf(image.url, image) : '';
  return [
    `:root{${colours}}`,
    background,
    styleSheetOf(settings.payment_link_ui_rules),
    styleSheetOf(settings.sdk_ui_rules, '.form'),
  ].join('\n');
}

function backgroundOf(
  url: string,
  { position, size }: NonNullable<LinkSettings['background_image']>,
): string {
  const at = (position ?? 'center').replace('_', ' ');
  return `body{background:var(--ground) url(${quoted(url)}) ${at}/${size?.Variants ?? 'cover'} no-repeat fixed}`;
}
