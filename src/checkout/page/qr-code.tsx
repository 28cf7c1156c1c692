/** @jsxImportSource preact */
import { encode } from 'uqr';

interface QrCodeProps {
  readonly content?: string | null;
  /** The connector's picture. */
  readonly image_url?: string | null;
  readonly label: string;
}

/** A code to scan: the connector's picture, or one drawn locally from its text. */
export function QrCode({ content, image_url: picture, label }: QrCodeProps) {
  if (picture) return <img src={picture} alt={label} width="240" height="240" />;
  const code = content ? encoded(content) : null;
  if (!code) return null;
  const squares = code.data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])),
  );
  return (
    <svg class="qr-code" role="img" aria-label={label} viewBox={`0 0 ${code.size} ${code.size}`}>
      <path d={squares.join('')} fill="#000" shape-rendering="crispEdges" />
    </svg>
  );
}

/** The code with the four-square margin that scanners need; null for a text that is too long. */
function encoded(content: string) {
  try {
    return encode(content, { ecc: 'M', border: 4 });
  } catch {
    return null;
  }
}
