/** Headers and ends of picture formats, with nothing to see between them. */
export function png(width = 16, height = 16, padding = 0): Buffer {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
  const header = [Buffer.from('IHDR'), size, Buffer.from([8, 6, 0, 0, 0, 0, 0, 0, 0])];
  const end = Buffer.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]);
  return Buffer.concat([signature, ...header, Buffer.alloc(padding), end]);
}

export function webp(): Buffer {
  const bytes = Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBPVP8L'), Buffer.from([4, 0, 0, 0, 0x2f, 0, 0, 0])]);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  return bytes;
}

export function svg(inside = ''): Buffer {
  return Buffer.from(`<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">${inside}</svg>\n`);
}
