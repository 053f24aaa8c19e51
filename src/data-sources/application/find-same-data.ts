import { Injectable } from '@nestjs/common';
import {
  type SeenSource,
  type Place,
  type RememberedData,
  type SameSource,
  joined,
  placeText,
  shareData,
} from '../domain/same-data.js';
import { KnownData } from './ports/known-data.js';
import { SourcePolicies } from './ports/source-policies.js';
import { Targets } from './ports/targets.js';

export interface SameData {
  readonly sources: readonly SameSource[];
  readonly remembered: readonly RememberedData[];
}

/** Nothing protects the data. */
export function isBare({ sources, remembered }: SameData): boolean {
  return sources.length === 0 && remembered.length === 0;
}

type KeysOf = (source: SeenSource) => readonly string[] | Promise<readonly string[]>;

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
    return this.protectors(place, keys, (source) => this.keysOf(source));
  }

  /**
   * The same within a unit of work, where no name is looked up: what was found before it counts, with what is stored now.
   * @param found by `protecting`
   */
  async stillProtecting(place: Place, keys: readonly string[], found: SameData): Promise<SameData> {
    const seen = new Map(found.sources.map((one) => [`${one.id} ${placeText(one.connection)}`, one.keys]));
    return this.protectors(place, keys, ({ id, connection, keys: stored }) =>
      joined(stored, seen.get(`${id} ${placeText(connection)}`) ?? []),
    );
  }

  /** All other sources. */
  async all(place: Place, keys: readonly string[]): Promise<readonly SameSource[]> {
    const others = await this.known.comparable(place);
    const isProtected = await this.protection(place.organizationId, others);
    const sources = await sharing(others, keys, (source) => this.keysOf(source));
    return sources.map((one) => ({ ...one, isProtected: isProtected(one) }));
  }

  async isProtected(source: Pick<SeenSource, 'id' | 'organizationId' | 'labels'>): Promise<boolean> {
    return (await this.protection(source.organizationId, [source]))(source);
  }

  private async protection(
    organizationId: number,
    sources: readonly Pick<SeenSource, 'id' | 'labels'>[],
  ): Promise<(source: Pick<SeenSource, 'id' | 'labels'>) => boolean> {
    const unlabelled = sources.filter(({ labels }) => labels.length === 0).map(({ id }) => id);
    const ids = unlabelled.length === 0 ? [] : await this.policies.protectedAmong(organizationId, unlabelled);
    return ({ id, labels }) => labels.length > 0 || ids.includes(id);
  }

  private async protectors(place: Place, keys: readonly string[], keysOf: KeysOf): Promise<SameData> {
    const others = (await this.known.comparable(place)).filter(({ closed }) => closed !== 'same_data');
    const isProtected = await this.protection(place.organizationId, others);
    const sources = await sharing(others.filter(isProtected), keys, keysOf);
    return {
      sources: sources.map((one) => ({ ...one, isProtected: true })),
      remembered: await this.known.remembered(place.organizationId, keys),
    };
  }

  /** As it leads now, for a link or a name may point elsewhere since; and as it was seen last, for it may lead nowhere now. */
  private async keysOf(source: SeenSource): Promise<readonly string[]> {
    return joined(source.keys, await this.targets.dataKeysOf(source));
  }
}

async function sharing(
  sources: readonly SeenSource[],
  keys: readonly string[],
  keysOf: KeysOf,
): Promise<readonly SeenSource[]> {
  const found: SeenSource[] = [];
  for (const source of sources) {
    const all = await keysOf(source);
    if (shareData(all, keys)) found.push({ ...source, keys: all });
  }
  return found;
}
