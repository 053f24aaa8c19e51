import { crc32, inflateRawSync } from 'node:zlib';

/** The files of a ZIP file as its directory has them; fails for one that is damaged. */
export function filesOfZip(zip: Buffer): Map<string, string> {
  const end = zip.length - 22;
  if (zip.readUInt32LE(end) !== 0x0605_4b50) throw new Error('The file has no end.');
  const files = new Map<string, string>();
  let place = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [crc, packed, size] = [16, 20, 24].map((field) => zip.readUInt32LE(place + field)) as [number, number, number];
    const nameLength = zip.readUInt16LE(place + 28);
    const name = zip.toString('ascii', place + 46, place + 46 + nameLength);
    const begin = zip.readUInt32LE(place + 42) + 30 + nameLength;
    const bytes = inflateRawSync(zip.subarray(begin, begin + packed));
    if (bytes.length !== size || crc32(bytes) !== crc) throw new Error(`${name} is damaged.`);
    files.set(name, bytes.toString());
    place += 46 + nameLength;
  }
  return files;
}
