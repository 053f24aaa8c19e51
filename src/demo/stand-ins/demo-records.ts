import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LocalRecords } from '../../platform/network/local-records.js';

export interface TextRecord {
  readonly name: string;
  readonly value: string;
}

export const MOST_RECORDS = 100;

/** Reserved for examples and tests (RFC 2606, RFC 6761): no other name server knows them. */
const RESERVED = /\.(?:example|test|invalid|localhost|example\.(?:com|net|org))$/;

/** The TXT records of the demo, in a file: a domain that was verified is looked up again each night. */
export class DemoRecords extends LocalRecords {
  private readonly values: Map<string, string>;

  /** @param knowsReserved no configured name server could know reserved names */
  constructor(
    private readonly directory: string,
    private readonly knowsReserved: boolean,
  ) {
    super();
    this.values = new Map(read(join(directory, 'dns.json')));
  }

  textsAt(name: string): readonly string[] | null {
    const value = this.values.get(canonical(name));
    if (value !== undefined) return [value];
    return this.knowsReserved && RESERVED.test(canonical(name)) ? [] : null;
  }

  list(): TextRecord[] {
    return [...this.values].map(([name, value]) => ({ name, value }));
  }

  /** @returns false if there are too many already */
  set(name: string, value: string): boolean {
    if (this.values.size >= MOST_RECORDS && !this.values.has(canonical(name))) return false;
    this.values.set(canonical(name), value);
    this.save();
    return true;
  }

  remove(name: string): void {
    if (this.values.delete(canonical(name))) this.save();
  }

  /** Synchronous, so that two changes cannot overtake each other. */
  private save(): void {
    mkdirSync(this.directory, { recursive: true, mode: 0o700 });
    const file = join(this.directory, 'dns.json');
    writeFileSync(`${file}.tmp`, JSON.stringify([...this.values]), { mode: 0o600 });
    renameSync(`${file}.tmp`, file);
  }
}

function canonical(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}

/** An unreadable file must not stop the start: what it held is no loss. */
function read(file: string): (readonly [string, string])[] {
  try {
    const kept: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(kept) ? kept.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(item: unknown): item is readonly [string, string] {
  return Array.isArray(item) && item.length === 2 && item.every((part) => typeof part === 'string');
}
