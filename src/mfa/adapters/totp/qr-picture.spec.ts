import { crc32, inflateSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import QRCode from 'qrcode';
import { qrPicture } from './qr-picture.js';

const SCALE = 4;
const QUIET = 4;

/** Chunk by chunk as the PNG specification has it, every checksum looked at. */
function decoded(url: string): { side: number; isDark: (x: number, y: number) => boolean } {
  const png = Buffer.from(url.replace('data:image/png;base64,', ''), 'base64');
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  const chunks: [string, Buffer][] = [];
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    const body = png.subarray(at + 4, at + 8 + length);
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(body));
    chunks.push([body.subarray(0, 4).toString('latin1'), body.subarray(4)]);
    at += 12 + length;
  }
  expect(chunks.map(([type]) => type)).toEqual(['IHDR', 'IDAT', 'IEND']);
  const [[, header], [, data]] = chunks as [[string, Buffer], [string, Buffer]];
  const side = header.readUInt32BE(0);
  expect([header.readUInt32BE(4), ...header.subarray(8)]).toEqual([side, 1, 0, 0, 0, 0]);
  const stride = 1 + Math.ceil(side / 8);
  const lines = inflateSync(data);
  expect(lines).toHaveLength(stride * side);
  for (let y = 0; y < side; y += 1) expect(lines[y * stride]).toBe(0);
  return { side, isDark: (x, y) => (((lines[y * stride + 1 + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) === 0 };
}

describe('the picture of a QR code', () => {
  it.each(['x', 'otpauth://totp/Headgate:olivia@delta.example?secret=JBSWY3DPEHPK3PXP&issuer=Headgate', 'ü'.repeat(300)])(
    'of %j shows each module at its place, within a quiet zone of four modules',
    (text) => {
      const { modules } = QRCode.create(text);
      const { side, isDark } = decoded(qrPicture(text));
      expect(side).toBe((modules.size + 2 * QUIET) * SCALE);
      let wrong = 0;
      for (let y = 0; y < side; y += 1)
        for (let x = 0; x < side; x += 1) {
          const [row, column] = [Math.floor(y / SCALE) - QUIET, Math.floor(x / SCALE) - QUIET];
          const isInside = row >= 0 && column >= 0 && row < modules.size && column < modules.size;
          if (isDark(x, y) !== (isInside && modules.get(row, column) === 1)) wrong += 1;
        }
      expect(wrong).toBe(0);
    },
  );
});
