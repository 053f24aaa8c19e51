import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

const compress = promisify(deflateRaw);

export interface ZipEntry {
  /** In ASCII. */
  readonly name: string;
  /** Less than 4 GiB together. */
  readonly parts: AsyncIterable<Uint8Array>;
}

interface Written {
  readonly name: Buffer;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

const MOST = 0xffff_ffff;
const MOST_ENTRIES = 0xffff;
/** 2.0: deflated. */
const VERSION = 20;
/** 4.5: with the extension Zip64, which says in eight bytes what does not go into four. */
const VERSION_64 = 45;
/** The sizes of an entry follow it, because it is written before they are known. */
const SIZES_FOLLOW = 0x0008;
const DEFLATED = 8;
const LAST_BLOCK = Uint8Array.of(3, 0);

class EntryTooLarge extends Error {
  constructor() {
    super('An entry of a ZIP file holds less than 4 GiB here.');
  }
}

/**
 * A ZIP file of any length (PKWARE APPNOTE 6.3.10), made as it is asked for: each entry is read when the one before it is written, one
 * part after the other, so that the reading may share its transaction with whoever stores the file. Libraries read ahead.
 *
 * @param most from which place on Zip64 says where things are; tests make it small
 */
export async function* zipped(entries: AsyncIterable<ZipEntry>, at: Date, most = MOST): AsyncGenerator<Uint8Array> {
  const time = dosTimeOf(at);
  const written: Written[] = [];
  let offset = 0;
  for await (const entry of entries) {
    const name = Buffer.from(entry.name, 'ascii');
    const facts = { crc: 0, packed: 0, size: 0 };
    const head = Buffer.concat([localHeader(name, time), name]);
    yield head;
    for await (const packed of deflated(entry.parts, facts)) yield packed;
    if (facts.packed >= MOST || facts.size >= MOST) throw new EntryTooLarge();
    const tail = fields([4, 0x0807_4b50], [4, facts.crc], [4, facts.packed], [4, facts.size]);
    yield tail;
    written.push({ name, ...facts, offset });
    offset += head.length + facts.packed + tail.length;
  }
  yield endOf(written, { offset, time, most });
}

/** Each part by itself, up to a boundary of bytes, and then an empty last block (RFC 1951 section 3.2.3). */
async function* deflated(
  parts: AsyncIterable<Uint8Array>,
  facts: { crc: number; packed: number; size: number },
): AsyncGenerator<Uint8Array> {
  for await (const part of parts) {
    facts.crc = crc32(part, facts.crc);
    facts.size += part.byteLength;
    const packed = await compress(part, { finishFlush: constants.Z_SYNC_FLUSH });
    facts.packed += packed.length;
    yield packed;
  }
  facts.packed += LAST_BLOCK.length;
  yield LAST_BLOCK;
}

function localHeader(name: Buffer, time: number): Buffer {
  return fields(
    [4, 0x0403_4b50],
    [2, VERSION],
    [2, SIZES_FOLLOW],
    [2, DEFLATED],
    [4, time],
    [4, 0],
    [4, 0],
    [4, 0],
    [2, name.length],
    [2, 0],
  );
}

function endOf(written: readonly Written[], { offset, time, most }: { offset: number; time: number; most: number }): Buffer {
  const directory = Buffer.concat(written.flatMap((entry) => centralHeader(entry, time, most)));
  const [count, length] = [written.length, directory.length];
  if (count < MOST_ENTRIES && offset < most && length < most) return Buffer.concat([directory, endRecord({ count, length, offset })]);
  const record = fields(
    [4, 0x0606_4b50],
    [8, 44],
    [2, VERSION_64],
    [2, VERSION_64],
    [4, 0],
    [4, 0],
    [8, count],
    [8, count],
    [8, length],
    [8, offset],
  );
  const locator = fields([4, 0x0706_4b50], [4, 0], [8, offset + length], [4, 1]);
  return Buffer.concat([directory, record, locator, endRecord({ count: MOST_ENTRIES, length: MOST, offset: MOST })]);
}

function endRecord({ count, length, offset }: { count: number; length: number; offset: number }): Buffer {
  return fields([4, 0x0605_4b50], [2, 0], [2, 0], [2, count], [2, count], [4, length], [4, offset], [2, 0]);
}

function centralHeader({ name, crc, packed, size, offset }: Written, time: number, most: number): Buffer[] {
  const isFar = offset >= most;
  const extra = isFar ? fields([2, 1], [2, 8], [8, offset]) : Buffer.alloc(0);
  const version = isFar ? VERSION_64 : VERSION;
  return [
    fields([4, 0x0201_4b50], [2, version], [2, version], [2, SIZES_FOLLOW], [2, DEFLATED], [4, time], [4, crc], [4, packed], [4, size]),
    fields([2, name.length], [2, extra.length], [2, 0], [2, 0], [2, 0], [4, 0], [4, isFar ? MOST : offset]),
    name,
    extra,
  ];
}

/** Numbers in their lengths in bytes, the low byte first. */
function fields(...numbers: readonly (readonly [length: 2 | 4 | 8, value: number])[]): Buffer {
  const bytes = Buffer.alloc(numbers.reduce((sum, [length]) => sum + length, 0));
  let place = 0;
  for (const [length, value] of numbers) {
    // Six bytes are 256 TiB.
    bytes.writeUIntLE(value, place, Math.min(length, 6));
    place += length;
  }
  return bytes;
}

/** The date in the upper two bytes, the time in the lower, in UTC. */
function dosTimeOf(at: Date): number {
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return date * 0x1_0000 + time;
}
