import { Injectable } from '@nestjs/common';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import { type QualifiedName, keyOf } from '../../shared/qualified-name.js';
import { type KnownSource, UNKNOWN_SOURCE } from '../../engines/sql-guard/known-source.js';
import { type Restriction, narrowed } from '../../engines/sql-guard/restriction.js';
import { type Lineage, TraceLineage } from './trace-lineage.js';

export type { Restriction } from '../../engines/sql-guard/restriction.js';

export interface InheritedRestriction {
  readonly name: QualifiedName;
  /** Its own, and those of the tables from which it inherits. */
  readonly restriction: Restriction | null;
  /** It would show what a restricted relation holds, or it is not known what it shows. */
  readonly isRefused: boolean;
  /** Restricted relations that are read where it is named. */
  readonly through: readonly Restriction[];
  /** All that it has. */
  readonly columns: readonly string[];
}

const UNKNOWN: Lineage = { isView: false, reads: null, parents: [], columns: [] };

/** Tells what restricts relations because of other relations that are read where they are named. */
@Injectable()
export class InheritRestrictions {
  constructor(private readonly traceLineage: TraceLineage) {}

  /**
   * A view shows what its relations hold, so it needs a policy of its own where one of these is restricted, and where it is
   * not known what it shows. What restricts a table restricts those that inherit from it; and where one of these is
   * restricted by itself, the table would show its rows.
   *
   * @param own restrictions of the relations themselves
   * @param restrictionsOf tells those of other relations
   */
  async execute(
    { source, facts }: { readonly source: DataSource; readonly facts: KnownSource | null },
    names: readonly QualifiedName[],
    own: readonly Restriction[],
    restrictionsOf: (bases: readonly QualifiedName[]) => Promise<readonly Restriction[]>,
  ): Promise<readonly InheritedRestriction[]> {
    const lineages = await this.traceLineage.execute(source, facts ?? UNKNOWN_SOURCE, names);
    const bases = new Map(lineages.flatMap(({ reads }) => (reads ?? []).map((base) => [keyOf(base), base])));
    const ofBases = bases.size === 0 ? [] : await restrictionsOf([...bases.values()]);
    return names.map((name, index) => {
      const { isView, reads, parents, columns } = lineages[index] ?? UNKNOWN;
      const restriction = own.find((one) => keyOf(one) === keyOf(name)) ?? null;
      if (isView && restriction !== null) return { name, restriction, isRefused: false, through: [], columns };
      const through = ofBases.filter((base) => isAmong(base, reads ?? []));
      if (reads === null || through.some((base) => !isAmong(base, parents)))
        return { name, restriction, isRefused: true, through, columns };
      const all = [...(restriction === null ? [] : [restriction]), ...through.map((parent) => ({ ...parent, ...name }))];
      const [first, ...others] = all;
      const narrow = first === undefined ? null : others.reduce(narrowed, first);
      return { name, restriction: narrow, isRefused: false, through, columns };
    });
  }
}

function isAmong(name: QualifiedName, names: readonly QualifiedName[]): boolean {
  return names.some((one) => keyOf(one) === keyOf(name));
}
