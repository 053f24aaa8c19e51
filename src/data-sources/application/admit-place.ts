import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { DataUnderPolicies } from '../domain/data-source.errors.js';
import { type Place, joined } from '../domain/same-data.js';
import { FindSameData, type SameData, isBare } from './find-same-data.js';
import { KnownData } from './ports/known-data.js';
import { SourcePolicies } from './ports/source-policies.js';
import { Targets } from './ports/targets.js';
import { RequireGrant } from './require-grant.js';

/** A place as it was looked at before the unit of work. */
export interface LookedAt {
  readonly place: Place;
  readonly keys: readonly string[];
  readonly same: SameData;
  /** The caller has shown that they may publish policies. */
  readonly isGranted: boolean;
}

/** Lets a source lead to a place: to data that others protect only for people who may publish policies. */
@Injectable()
export class AdmitPlace {
  constructor(
    private readonly requireGrant: RequireGrant,
    private readonly targets: Targets,
    private readonly findSameData: FindSameData,
    private readonly known: KnownData,
    private readonly policies: SourcePolicies,
  ) {}

  /** Before the unit of work, because names are looked up, and a refusal is recorded. @param caller `null` for the service @throws DataUnderPolicies, PolicyRefused */
  async look(caller: Caller | null, place: Place): Promise<LookedAt> {
    const looked = await this.lookGranted(place);
    if (isBare(looked.same)) return { ...looked, isGranted: false };
    await this.requireGrant.execute(caller, place.organizationId, new DataUnderPolicies('reads'));
    return looked;
  }

  /** The same for a caller who has shown that they may publish policies. */
  async lookGranted(place: Place): Promise<LookedAt> {
    const keys = await this.targets.dataKeysOf(place);
    return { place, keys, same: await this.findSameData.protecting(place, keys), isGranted: true };
  }

  /** In the unit of work: no policy begins to count until it ends. @throws DataUnderPolicies when one has begun since */
  async judge({ place, keys, same: found, isGranted }: LookedAt): Promise<SameData> {
    await this.policies.lock(place.organizationId);
    const same = await this.findSameData.stillProtecting(place, keys, found);
    if (!isBare(same) && !isGranted) throw new DataUnderPolicies('reads');
    return same;
  }

  /**
   * In the same unit of work, when the source has its row. A person who may publish policies has let it: nothing of this data is
   * remembered any more, and the sources of it go on beside each other.
   */
  async enter(dataSourceId: number, { place, keys }: LookedAt, same: SameData): Promise<void> {
    await this.known.note(dataSourceId, keys);
    if (isBare(same)) return;
    const { sources, remembered } = same;
    const all = joined(keys, ...sources.map((one) => one.keys), ...remembered.map((one) => one.keys));
    await this.known.admit(dataSourceId, all);
    for (const { id, admittedKeys } of sources) await this.known.admit(id, joined(admittedKeys, all));
    const ids = remembered.map(({ id }) => id);
    await this.known.forget(place.organizationId, ids);
  }
}
