import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Archive, type Packed } from '../../application/ports/archive.js';
import { type ContentFile, Contents } from '../../application/ports/contents.js';
import { type Export, subjectOf } from '../../domain/export.js';
import { README } from './readme.js';
import { type ZipEntry, zipped } from './zip.js';

/** Rises when a file is left out or its lines change their meaning. */
const SCHEMA_VERSION = 1;
/** An entry of a ZIP file holds 4 GiB; editors give up before that. */
const MOST_BYTES = 1_073_741_824;
const LEAST_PART = 262_144;

interface ListedFile {
  readonly name: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** A ZIP file of JSON lines, with a list of them that has the number of rows and the digest of each. */
@Injectable()
export class ZipArchive extends Archive {
  constructor(private readonly contents: Contents) {
    super();
  }

  pack(one: Export, at: Date): Packed {
    const hash = createHash('sha256');
    return { parts: gathered(zipped(this.entriesOf(one, at), at), (part) => hash.update(part)), sha256: () => hash.digest('hex') };
  }

  private async *entriesOf(one: Export, at: Date): AsyncGenerator<ZipEntry> {
    const subject = subjectOf(one);
    yield { name: 'README.txt', parts: only(README) };
    const files: ListedFile[] = [];
    for (const file of this.contents.filesOf(subject, one.admittedTo)) yield* entriesOfFile(file, files);
    const manifest = {
      schema_version: SCHEMA_VERSION,
      ...('userId' in subject ? { user_id: subject.userId } : { organization_id: subject.organizationId }),
      made_at: at.toISOString(),
      files,
    };
    yield { name: 'manifest.json', parts: only(`${JSON.stringify(manifest, null, 2)}\n`) };
  }
}

/** Mostly one. What would be too long goes on in `audit_events.2.jsonl`. */
async function* entriesOfFile({ name, text }: ContentFile, listed: ListedFile[]): AsyncGenerator<ZipEntry> {
  const rest = text[Symbol.asyncIterator]();
  let isOver = false;
  for (let number = 1; !isOver; number += 1) {
    const hash = createHash('sha256');
    let [rows, bytes] = [0, 0];
    const file = number === 1 ? `${name}.jsonl` : `${name}.${number}.jsonl`;
    const parts = async function* (): AsyncGenerator<Uint8Array> {
      for (let isWithinLine = false; isWithinLine || bytes < MOST_BYTES;) {
        const next = await rest.next();
        if (next.done === true) {
          isOver = true;
          return;
        }
        const part = Buffer.from(next.value.join(''));
        hash.update(part);
        rows += next.value.filter(endsLine).length;
        isWithinLine = !endsLine(next.value.at(-1) ?? '\n');
        bytes += part.length;
        yield part;
      }
    };
    yield { name: file, parts: parts() };
    listed.push({ name: file, rows, bytes, sha256: hash.digest('hex') });
  }
}

/** JSON has no line break of its own. */
function endsLine(piece: string): boolean {
  return piece.endsWith('\n');
}

async function* only(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** Long enough that each is worth a row of its own. */
async function* gathered(parts: AsyncIterable<Uint8Array>, note: (part: Uint8Array) => void): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const part of parts) {
    note(part);
    waiting.push(part);
    length += part.byteLength;
    if (length < LEAST_PART) continue;
    yield Buffer.concat(waiting);
    [waiting, length] = [[], 0];
  }
  if (length > 0) yield Buffer.concat(waiting);
}
