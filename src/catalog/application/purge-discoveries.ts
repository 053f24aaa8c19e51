import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { Discoveries } from './ports/discoveries.js';
import { DiscoveryTerms } from './ports/discovery-terms.js';
import { SchemaCache } from './ports/schema-cache.js';

const KEPT_MS = 30 * 86_400_000;

/** Removes what nothing refers to any more. */
@Injectable()
export class PurgeDiscoveries {
  constructor(
    private readonly discoveries: Discoveries,
    private readonly cache: SchemaCache,
    private readonly terms: DiscoveryTerms,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<void> {
    const now = this.clock.now().getTime();
    await this.discoveries.purge(new Date(now - KEPT_MS));
    // Twice the time limit: no running reading began so long ago.
    await this.cache.purge(new Date(now - 2 * this.terms.timeoutMs));
  }
}
