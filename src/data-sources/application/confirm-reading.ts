import { Injectable } from '@nestjs/common';
import { SourceFailed } from '../domain/data-source.errors.js';
import type { DataSource } from '../domain/data-source.js';
import { FindDataSource } from './find-data-source.js';
import { NoteReading } from './note-reading.js';
import { KnownData } from './ports/known-data.js';

/** Locks a source for what was read of it, and notes which data that was, and that it can be read. */
@Injectable()
export class ConfirmReading {
  constructor(
    private readonly findDataSource: FindDataSource,
    private readonly known: KnownData,
    private readonly noteReading: NoteReading,
  ) {}

  /**
   * Within the unit of work that keeps what was read.
   * @param keys which data was read
   * @throws NotFound when the source has been deleted, SourceFailed when it was pointed elsewhere
   */
  async execute(source: DataSource, keys: readonly string[]): Promise<void> {
    const now = await this.findDataSource.lock(source.id);
    if (!isSameDatabase(now, source)) throw new SourceFailed('LOST');
    if (now.failingSince !== null) await this.noteReading.execute(source.id, source.updatedAt, null);
    await this.known.note(source.id, keys);
  }
}

/** The data source may have been pointed elsewhere while the old one was read. */
function isSameDatabase(one: DataSource, other: DataSource): boolean {
  return JSON.stringify(one.connection) === JSON.stringify(other.connection);
}
