/** The WCAG 2.2 relative luminance of a computed colour; null for an unknown format. */
function luminanceOf(computed: string): number | null {
  const channels = computed.match(/^rgba?\((\d+), (\d+), (\d+)/);
  if (!channels) return null;
  const [red, green, blue] = channels.slice(1).map((text) => {
    const part = Number(text) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The luminance at which black and white have equal contrast. */
const MIDDLE = 0.179;

/** Gives buttons black or white text, by contrast, unless the merchant chose a colour. */
export function contrastingInk(): void {
  const root = document.documentElement.style;
  const button = document.querySelector('.submit, .button');
  const luminance = button && luminanceOf(getComputedStyle(button).backgroundColor);
  if (luminance !== null && luminance !== undefined) {
    root.setProperty('--ink', luminance > MIDDLE ? '#000' : '#fff');
  }
}
