import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { DiscoveryInterrupted } from '../domain/data-source.errors.js';
import { SILENCE_OF_THE_DEAD_MS } from '../domain/discovery.js';
import { Discoveries } from './ports/discoveries.js';
import { DiscoveryTerms } from './ports/discovery-terms.js';
import { SchemaCache } from './ports/schema-cache.js';

const KEPT_MS = 30 * 86_400_000;

/** Writes down the end of discoveries whose process died, and removes what nothing refers to any more. */
@Injectable()
export class PurgeDiscoveries {
  constructor(
    private readonly discoveries: Discoveries,
    private readonly cache: SchemaCache,
    private readonly terms: DiscoveryTerms,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<void> {
    const now = this.clock.now();
    const { code, message } = new DiscoveryInterrupted();
    const end = { errorCode: code, errorMessage: message, finishedAt: now };
    await this.discoveries.failAbandoned(SILENCE_OF_THE_DEAD_MS, end);
    await this.discoveries.purge(new Date(now.getTime() - KEPT_MS));
    // Twice its time: no reading that still goes on has begun so long ago.
    await this.cache.purge(new Date(now.getTime() - 2 * this.terms.timeoutMs));
  }
}
