import { crc32, inflateRawSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { type ZipEntry, zipped } from './zip.js';

const AT = new Date('2026-11-20T09:15:02.000Z');

async function* parts(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

async function* entries(...given: readonly ZipEntry[]): AsyncGenerator<ZipEntry> {
  yield* given;
}

async function zipOf(given: readonly ZipEntry[], most?: number): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const part of zipped(entries(...given), AT, most)) all.push(part);
  return Buffer.concat(all);
}

describe('a ZIP file', () => {
  it('has each entry with its text, sizes and check sum, found from its end', async () => {
    const zip = await zipOf([
      { name: 'a.txt', parts: parts('one\n', 'two\n') },
      { name: 'empty.jsonl', parts: parts() },
    ]);
    const end = zip.length - 22;
    expect([zip.readUInt32LE(end), zip.readUInt16LE(end + 10)]).toEqual([0x0605_4b50, 2]);
    const entry = zip.readUInt32LE(end + 16);
    expect([zip.readUInt32LE(entry), zip.readUInt32LE(entry + 16), zip.readUInt32LE(entry + 24)]).toEqual([
      0x0201_4b50,
      crc32('one\ntwo\n'),
      8,
    ]);
    const packed = zip.readUInt32LE(entry + 20);
    expect(inflateRawSync(zip.subarray(30 + 5, 30 + 5 + packed)).toString()).toBe('one\ntwo\n');
  });

  it('says in eight bytes where things are that four do not reach', async () => {
    const given = [
      { name: 'near', parts: parts('one\n') },
      { name: 'far', parts: parts('two\n') },
    ];
    const zip = await zipOf(given, 20);
    const end = zip.length - 22;
    expect([zip.readUInt32LE(end), zip.readUInt32LE(end + 16)]).toEqual([0x0605_4b50, 0xffff_ffff]);
    expect(zip.readUInt32LE(end - 20)).toBe(0x0706_4b50);
    const record = Number(zip.readBigUInt64LE(end - 12));
    expect([zip.readUInt32LE(record), Number(zip.readBigUInt64LE(record + 4))]).toEqual([0x0606_4b50, 44]);
    expect([24, 32, 40].map((place) => Number(zip.readBigUInt64LE(record + place)))).toEqual([2, 2, 46 + 4 + 46 + 3 + 12]);
    const near = Number(zip.readBigUInt64LE(record + 48));
    const far = near + 46 + 4;
    expect([near, far].map((entry) => [zip.readUInt32LE(entry), zip.readUInt16LE(entry + 6), zip.readUInt32LE(entry + 42)])).toEqual([
      [0x0201_4b50, 20, 0],
      [0x0201_4b50, 45, 0xffff_ffff],
    ]);
    const extra = far + 46 + 3;
    expect([zip.readUInt16LE(extra), zip.readUInt16LE(extra + 2)]).toEqual([1, 8]);
    const head = Number(zip.readBigUInt64LE(extra + 4));
    expect([zip.readUInt32LE(head), zip.toString('ascii', head + 30, head + 33)]).toEqual([0x0403_4b50, 'far']);
  });

  it('is read part by part, each when the one before is written', async () => {
    const asked: string[] = [];
    async function* slow(): AsyncGenerator<Uint8Array> {
      for (const text of ['first', 'second', 'third']) {
        asked.push(text);
        yield Buffer.from(text);
      }
    }
    const zip = zipped(entries({ name: 'a', parts: slow() }), AT);
    await zip.next();
    expect(asked).toEqual([]);
    await zip.next();
    expect(asked).toEqual(['first']);
    await zip.return(undefined);
    expect(asked).toEqual(['first']);
  });
});
