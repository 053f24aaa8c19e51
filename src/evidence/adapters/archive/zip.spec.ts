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

async function zipOf(...given: readonly ZipEntry[]): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const part of zipped(entries(...given), AT)) all.push(part);
  return Buffer.concat(all);
}

describe('a ZIP file', () => {
  it('has each entry with its text, sizes and check sum, found from its end', async () => {
    const zip = await zipOf({ name: 'a.txt', parts: parts('one\n', 'two\n') }, { name: 'empty.jsonl', parts: parts() });
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
