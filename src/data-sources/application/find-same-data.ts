import { Injectable } from '@nestjs/common';
import {
  type KnownSource,
  type Place,
  type RememberedData,
  type SameSource,
  joined,
  shareData,
} from '../domain/same-data.js';
import { KnownData } from './ports/known-data.js';
import { SourcePolicies } from './ports/source-policies.js';
import { Targets } from './ports/targets.js';

export interface SameData {
  readonly sources: readonly SameSource[];
  readonly remembered: readonly RememberedData[];
}

/** Finds what else of the organization reads, or read under policies, the data that a source leads to. Checks no permission. */
@Injectable()
export class FindSameData {
  constructor(
    private readonly known: KnownData,
    private readonly policies: SourcePolicies,
    private readonly targets: Targets,
  ) {}

  /**
   * Only what is protected. A source that is closed because of others protects nothing: they do.
   * @param keys of the place, as it leads now
   */
  async protecting(place: Place, keys: readonly string[]): Promise<SameData> {
    const others = (await this.known.comparable(place)).filter(({ closed }) => closed !== 'same_data');
    const isProtected = await this.protection(place.organizationId, others);
    const sources = await this.sharing(others.filter(isProtected), keys);
    return {
      sources: sources.map((one) => ({ ...one, isProtected: true })),
      remembered: await this.known.remembered(place.organizationId, keys),
    };
  }

  /** All other sources. */
  async all(place: Place, keys: readonly string[]): Promise<readonly SameSource[]> {
    const others = await this.known.comparable(place);
    const isProtected = await this.protection(place.organizationId, others);
    const sources = await this.sharing(others, keys);
    return sources.map((one) => ({ ...one, isProtected: isProtected(one) }));
  }

  async isProtected(source: Pick<KnownSource, 'id' | 'organizationId' | 'labels'>): Promise<boolean> {
    return (await this.protection(source.organizationId, [source]))(source);
  }

  private async protection(
    organizationId: number,
    sources: readonly Pick<KnownSource, 'id' | 'labels'>[],
  ): Promise<(source: Pick<KnownSource, 'id' | 'labels'>) => boolean> {
    const unlabelled = sources.filter(({ labels }) => labels.length === 0).map(({ id }) => id);
    const ids = unlabelled.length === 0 ? [] : await this.policies.protectedAmong(organizationId, unlabelled);
    return ({ id, labels }) => labels.length > 0 || ids.includes(id);
  }

  /** As they lead now, for a link or a name may lead elsewhere since; and as they were seen last, for they may lead nowhere now. */
  private async sharing(sources: readonly KnownSource[], keys: readonly string[]): Promise<readonly KnownSource[]> {
    const found: KnownSource[] = [];
    for (const source of sources) {
      const all = joined(source.keys, await this.targets.dataKeysOf(source));
      if (shareData(all, keys)) found.push({ ...source, keys: all });
    }
    return found;
  }
}
