import { Injectable } from '@nestjs/common';
import type { DomainError } from '../../shared/domain-error.js';
import { Clock } from '../../shared/ports/clock.js';
import { isOfSource } from '../domain/data-source.errors.js';
import { DataSources } from './ports/data-sources.js';

/** Keeps that a source could not be read, for people who can mend it. */
@Injectable()
export class NoteFailure {
  constructor(
    private readonly sources: DataSources,
    private readonly clock: Clock,
  ) {}

  async execute(dataSourceId: number, begunAt: Date, error: DomainError): Promise<void> {
    if (isOfSource(error)) await this.sources.noteFailure(dataSourceId, { begunAt, at: this.clock.now() });
  }
}
