import { crc32, deflateSync } from 'node:zlib';
import QRCode from 'qrcode';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** The quiet zone in modules (ISO/IEC 18004 section 5.3.8), and the pixels of a module. */
const QUIET_ZONE = 4;
const SCALE = 4;

/**
 * A QR code as a PNG with one bit per pixel. The renderer of `qrcode` tries every filter on 32 bits per pixel, which
 * blocks the event loop for ten milliseconds each time.
 * @returns a `data:` URL
 */
export function qrPicture(text: string): string {
  const { modules } = QRCode.create(text);
  const side = (modules.size + 2 * QUIET_ZONE) * SCALE;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // One bit, greyscale; then the only compression and filter method, and no interlacing.
  header.writeUInt8(1, 8);
  const picture = Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(linesOf(modules, side))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return `data:image/png;base64,${picture.toString('base64')}`;
}

/** Each line begins with its filter type, 0 for none; a set bit is white. */
function linesOf(modules: { readonly size: number; get(row: number, column: number): number }, side: number): Buffer {
  const stride = 1 + Math.ceil(side / 8);
  const lines = Buffer.alloc(stride * side, 0xff);
  for (let y = 0; y < side; y += 1) {
    lines[y * stride] = 0;
    const row = Math.floor(y / SCALE) - QUIET_ZONE;
    if (row < 0 || row >= modules.size) continue;
    for (let column = 0; column < modules.size; column += 1) {
      if (modules.get(row, column) === 0) continue;
      for (let x = (column + QUIET_ZONE) * SCALE, end = x + SCALE; x < end; x += 1) {
        const at = y * stride + 1 + (x >> 3);
        lines[at] = (lines[at] ?? 0) & ~(0x80 >> (x & 7));
      }
    }
  }
  return lines;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}
