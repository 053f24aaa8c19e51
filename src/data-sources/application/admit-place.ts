import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { DomainError } from '../../shared/domain-error.js';
import { DataNotCompared, DataUnderPolicies } from '../domain/data-source.errors.js';
import { type DataKeys, type Place, joined } from '../domain/same-data.js';
import { type Compared, FindSameData, type SameData, isBare } from './find-same-data.js';
import { KnownData } from './ports/known-data.js';
import { SourcePolicies } from './ports/source-policies.js';
import { Targets } from './ports/targets.js';
import { RequireGrant } from './require-grant.js';

/** A place as it was looked at before the unit of work. */
export interface LookedAt {
  readonly place: Place;
  readonly data: DataKeys;
  readonly compared: Compared;
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

  /** Before the unit of work, because names are looked up, and a refusal is recorded. @param caller `null` for the service @throws DataUnderPolicies, DataNotCompared, PolicyRefused */
  async look(caller: Caller | null, place: Place): Promise<LookedAt> {
    const looked = await this.lookGranted(place);
    const objection = objectionTo(looked);
    if (objection === null) return { ...looked, isGranted: false };
    await this.requireGrant.execute(caller, place.organizationId, objection);
    return looked;
  }

  /** The same for a caller who has shown that they may publish policies. */
  async lookGranted(place: Place): Promise<LookedAt> {
    const data = await this.targets.dataKeysOf(place);
    return { place, data, compared: await this.findSameData.protecting(place, data), isGranted: true };
  }

  /** In the unit of work: no policy begins to count until it ends. @throws DataUnderPolicies, DataNotCompared when one has begun since */
  async judge({ place, data, compared: before, isGranted }: LookedAt): Promise<SameData> {
    await this.policies.lock(place.organizationId);
    const compared = await this.findSameData.stillProtecting(place, data, before);
    const objection = isGranted ? null : objectionTo({ data, compared });
    if (objection !== null) throw objection;
    return compared;
  }

  /**
   * In the same unit of work, when the source has its row. A person who may publish policies has allowed it: this data is no
   * longer remembered, and its sources coexist.
   */
  async enter(dataSourceId: number, { place, data }: LookedAt, same: SameData): Promise<void> {
    const { keys, isFound } = data;
    await this.known.note(dataSourceId, isFound ? keys : []);
    if (isBare(same)) return;
    const { sources, remembered } = same;
    const all = joined(keys, ...sources.map((one) => one.keys), ...remembered.map((one) => one.keys));
    await this.known.admit(dataSourceId, all);
    for (const { id, admittedKeys } of sources) await this.known.admit(id, joined(admittedKeys, all));
    const ids = remembered.map(({ id }) => id);
    await this.known.forget(place.organizationId, ids);
  }
}

/** Why it takes the right to publish policies; `null` if it does not. */
function objectionTo({ data, compared }: Pick<LookedAt, 'data' | 'compared'>): DomainError | null {
  if (!isBare(compared)) return new DataUnderPolicies('reads');
  const { unclear, unclearRemembered } = compared;
  if (unclear.length === 0 && unclearRemembered.length === 0) return null;
  if (!data.isFound) return new DataNotCompared('place');
  return new DataNotCompared(unclear.length > 0 ? unclear.map(({ id }) => id) : 'remembered');
}
