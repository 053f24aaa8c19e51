import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { Recent } from '../../shared/recent.js';
import { isFileConnection } from '../domain/data-source.js';
import { type DataKeys, type LookedSource, type RememberedData, type SeenSource, joined } from '../domain/same-data.js';
import { Targets } from './ports/targets.js';

/** How long the look-up of a host name is trusted when a person sends a statement. */
const WINDOW_MS = 30_000;
const MOST_KEPT = 1_000;

/** Looks up which data a stored source reads now. Where it was found last counts too, because it may not be found now. */
@Injectable()
export class LookUpData {
  private readonly recent = new Recent<Promise<DataKeys>>(MOST_KEPT);

  constructor(
    private readonly targets: Targets,
    private readonly clock: Clock,
  ) {}

  async now(source: SeenSource): Promise<LookedSource> {
    return withStored(source, await this.targets.dataKeysOf(source));
  }

  /** A file now, because that costs nothing, and a server as it was looked up less than half a minute ago. */
  async lately(source: SeenSource): Promise<LookedSource> {
    const { organizationId, engine, connection } = source;
    if (isFileConnection(connection)) return this.now(source);
    const window = Math.floor(this.clock.now().getTime() / WINDOW_MS);
    const { host, port, database } = connection;
    const key = JSON.stringify([window, organizationId, engine, host, port, database]);
    return withStored(source, await this.recent.of(key, () => this.targets.dataKeysOf(source)));
  }

  /** Data that is remembered, as its source led to it. */
  async remembered({ organizationId, engine, connection, keys }: RememberedData): Promise<DataKeys> {
    if (connection === null) return { keys, isFound: false };
    const found = await this.targets.dataKeysOf({ organizationId, engine, connection });
    return { keys: joined(keys, found.keys), isFound: found.isFound };
  }

  /** Without looking anything up. */
  stored(source: SeenSource): LookedSource {
    return withStored(source, this.targets.writtenKeysOf(source));
  }
}

/**
 * What was found once counts as found, however long ago. While its name leads nowhere, nobody reads the data by it, and as soon as it leads
 * somewhere again, all others are compared with that. A time limit would close all data of its kind for each server that is gone for good,
 * and would reveal nothing new: a server that has moved to another address is as unknown there as a copy of its data.
 */
function withStored(source: SeenSource, { keys, isFound }: DataKeys): LookedSource {
  return { ...source, keys: joined(source.keys, keys), isFound: isFound || source.keys.length > 0 };
}
