import { Injectable } from '@nestjs/common';
import type { DomainError } from '../../shared/domain-error.js';
import { Clock } from '../../shared/ports/clock.js';
import { isOfSource } from '../domain/data-source.errors.js';
import { DataSources } from './ports/data-sources.js';

/** Keeps whether a source could be read, for people who can mend it. */
@Injectable()
export class NoteReading {
  constructor(
    private readonly sources: DataSources,
    private readonly clock: Clock,
  ) {}

  /** @param error `null`: it could be read */
  async execute(dataSourceId: number, begunAt: Date, error: DomainError | null): Promise<void> {
    if (error === null) await this.sources.noteSuccess(dataSourceId, begunAt);
    else if (isOfSource(error)) await this.sources.noteFailure(dataSourceId, { begunAt, at: this.clock.now() });
  }
}
