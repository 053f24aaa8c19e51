import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DuckDbReader } from '../../src/engines/catalog-reader/duckdb/duckdb-reader.js';
import { LimitedProcess, writableCodeIn } from '../../src/platform/threads/limited-process.js';
import { built } from '../../src/platform/threads/threads.js';

const MEBIBYTE = 1024 ** 2;
const LIMITS = { memoryMb: 512, cpuSeconds: 60, largestAnswer: MEBIBYTE };

/** What a process does that the file it reads has taken over: `send` writes bytes where its parent listens, until it is ended. */
const SEIZED = `
  import { writeSync } from 'node:fs';
  const send = (bytes) => { for (let at = 0; at < bytes.length;) at += writeSync(3, bytes, at); };
  const announced = (length) => { const header = Buffer.alloc(4); header.writeUInt32BE(length); return header; };
  const forever = (bytes) => { for (;;) send(bytes); };
`;

describe('a process that reads what strangers send', () => {
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'limited-'));
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  const programOf = (text: string): string => {
    const program = join(directory, `${process.hrtime.bigint()}.mjs`);
    writeFileSync(program, text);
    return program;
  };
  const answering = (answer: string): string =>
    programOf(`import { answerParent } from ${JSON.stringify(pathToFileURL(built('src/platform/threads/parent-channel.js')).href)};
      answerParent(async (question) => ${answer}, ${MEBIBYTE}, 'too large');`);
  const killed = { signal: 'SIGKILL', saidTooMuch: true };

  it('has its memory besides what V8 reserves for code and maps writable', () => {
    const maps = [
      '008dc000-0276b000 r-xp 004dc000 fe:01 1835032                            /usr/bin/node',
      '7ff39afff000-7ff39b000000 ---p 00000000 00:00 0 ',
      '7ff39b000000-7ff3bafc0000 rwxp 00000000 00:00 0 ',
      '7ff3bb000000-7ff3bb100000 rw-p 00000000 00:00 0 ',
      '7ffc6b6f0000-7ffc6b711000 rw-p 00000000 00:00 0                          [stack]',
    ];
    expect(writableCodeIn(`${maps.join('\n')}\n`)).toBe(512);
    expect(writableCodeIn('')).toBe(0);
  });

  it('has no more for the threads of the process that starts it, which have such parts of their own', () => {
    const maps = [
      'e61daf81000-e61daf89000 rwxp 00000000 00:00 0 ',
      '7fc4c4000000-7fc4e3dc0000 rwxp 00000000 00:00 0 ',
      '7fc50c000000-7fc52bdc0000 rwxp 00000000 00:00 0 ',
      '7fc52bfc5000-7fc54bdc0000 rwxp 00000000 00:00 0 ',
      '7fc564000000-7fc583dc0000 rwxp 00000000 00:00 0 ',
    ];
    expect(writableCodeIn(`${maps.join('\n')}\n`)).toBe(510);
  });

  it('answers one question after the other, in texts of any kind, up to its bound', async () => {
    const limited = new LimitedProcess(answering('question'), LIMITS);
    const texts = ['ü🌊\0\u2028\ud800', 'x'.repeat(MEBIBYTE - 2), ''];
    for (const text of texts) expect(await limited.ask(text)).toBe(text);
    limited.kill();
    expect(await limited.ended).toEqual({ signal: 'SIGKILL', saidTooMuch: false });
  });

  it('says so itself where its answer would be larger, and goes on', async () => {
    const limited = new LimitedProcess(answering(`'x'.repeat(question)`), LIMITS);
    expect(await limited.ask(MEBIBYTE)).toBe('too large');
    expect(await limited.ask(50_000_000)).toBe('too large');
    expect(await limited.ask(3)).toBe('xxx');
    limited.kill();
    await limited.ended;
  });

  it.each([
    ['announces more than it may send', 'send(announced(0xffffffff)); forever(Buffer.alloc(65536));'],
    ['sends one answer after the other, unasked', `forever(Buffer.concat([announced(2), Buffer.from('[]')]));`],
    ['sends what is no answer', `send(announced(3)); forever(Buffer.from('}}}'));`],
  ])('is ended when it %s', async (_, deed) => {
    const limited = new LimitedProcess(programOf(`${SEIZED} ${deed}`), LIMITS);
    const answer = limited.ask('anything');
    expect(await Promise.race([limited.ended, answer.then(() => limited.ended)])).toEqual(killed);
  });

  it('has a catalog that is too large when it does so while it reads one', async () => {
    const program = programOf(`${SEIZED} send(announced(0x7fffffff)); forever(Buffer.alloc(65536));`);
    const reader = new DuckDbReader({ program, driver: 'none' });
    const reading = reader.open({ engine: 'duckdb', file: '/nowhere' }, 15_000);
    expect(reader.faultOf(await reading.catch((error: unknown) => error))).toBe('TOO_LARGE');
  });
});
