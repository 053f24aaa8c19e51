import { Injectable } from '@nestjs/common';
import {
  type DataKeys,
  type LookedSource,
  type Place,
  type RememberedData,
  type SameSource,
  type SeenSource,
  isOfKind,
  isUnclear,
  joined,
  placeText,
  shareData,
} from '../domain/same-data.js';
import { LookUpData } from './look-up-data.js';
import { KnownData, type Neighbours } from './ports/known-data.js';
import { SourcePolicies } from './ports/source-policies.js';

export interface SameData {
  readonly sources: readonly SameSource[];
  readonly remembered: readonly RememberedData[];
}

/** What protects the data of a place, among everything that it was compared with. */
export interface Compared extends SameData {
  /** It may read the same, because it or the place cannot be found. */
  readonly unclear: readonly SameSource[];
  /** As above, for data that was protected before. */
  readonly unclearRemembered: readonly RememberedData[];
  readonly looked: readonly LookedSource[];
}

/** Nothing protects the data. */
export function isBare({ sources, remembered }: SameData): boolean {
  return sources.length === 0 && remembered.length === 0;
}

type Look = (source: SeenSource) => LookedSource | Promise<LookedSource>;

/** Finds what else of the organization reads, or read under policies, the data that a source leads to. Checks no permission. */
@Injectable()
export class FindSameData {
  constructor(
    private readonly known: KnownData,
    private readonly policies: SourcePolicies,
    private readonly lookUpData: LookUpData,
  ) {}

  /**
   * Only what is protected. A source that is closed because of others protects nothing: they do.
   * @param data of the place, as it leads now
   */
  async protecting(place: Place, data: DataKeys): Promise<Compared> {
    return this.compare(place, data, await this.beside(place, data), (source) => this.lookUpData.now(source));
  }

  /** The same for each statement: names of servers are looked up only now and then. */
  protectingLately(place: Place, data: DataKeys, beside: Neighbours): Promise<Compared> {
    return this.compare(place, data, beside, (source) => this.lookUpData.lately(source));
  }

  /**
   * The same within a unit of work, where no name is looked up: what was found before it counts, with what is stored now.
   * @param before by `protecting`
   */
  async stillProtecting(place: Place, data: DataKeys, { looked }: Compared): Promise<Compared> {
    const found = new Map(looked.map((one) => [seenAs(one), one]));
    return this.compare(place, data, await this.beside(place, data), (source) => {
      const now = this.lookUpData.stored(source);
      const before = found.get(seenAs(source));
      if (before === undefined) return now;
      return { ...now, keys: joined(now.keys, before.keys), isFound: now.isFound || before.isFound };
    });
  }

  /** All other sources. */
  async all(place: Place, data: DataKeys): Promise<readonly SameSource[]> {
    const { keys } = data;
    const { sources: others } = await this.beside(place, data);
    const isProtected = await this.protection(place.organizationId, others);
    const looked = await Promise.all(others.map((one) => this.lookUpData.now(one)));
    const sources = looked.filter((one) => shareData(one.keys, keys));
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

  private beside(place: Place, { keys, isFound }: DataKeys): Promise<Neighbours> {
    return this.known.beside(place, isFound ? keys : null);
  }

  private async compare(place: Place, data: DataKeys, beside: Neighbours, look: Look): Promise<Compared> {
    const { remembered: kept, hasPolicies } = beside;
    // Without any policy, labels alone protect.
    const others = beside.sources.filter(({ closed, labels }) => closed !== 'same_data' && (hasPolicies || labels.length > 0));
    const isProtected = await this.protection(place.organizationId, others);
    // All at once, because a name that nobody answers takes seconds.
    const looked = await Promise.all(others.filter(isProtected).map(async (one) => look(one)));
    const judged = looked.map((one) => ({ ...one, isProtected: true }));
    return {
      looked,
      remembered: kept.filter(({ keys }) => shareData(keys, data.keys)),
      sources: judged.filter(({ keys }) => shareData(keys, data.keys)),
      unclear: judged.filter((one) => isUnclear(one, data)),
      unclearRemembered: kept.filter((one) => isOfKind(one, place) && isUnclear(one, data)),
    };
  }
}

function seenAs({ id, connection }: SeenSource): string {
  return `${id} ${placeText(connection)}`;
}
