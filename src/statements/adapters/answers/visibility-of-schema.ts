import { Injectable } from '@nestjs/common';
import { SchemaVisibility } from '../../../catalog/application/ports/schema-visibility.js';
import type { DataSource } from '../../../data-sources/application/enter-data-source.js';
import { ReadSourceFacts } from '../../../catalog/application/read-source-facts.js';
import { TableKin } from '../../../catalog/application/table-kin.js';
import type { Caller } from '../../../shared/caller.js';
import { DataPolicies } from '../../application/ports/data-policies.js';
import { keyOf } from '../../../shared/qualified-name.js';
import { type Restriction, isHidden, narrowed, shownType } from '../../../engines/sql-guard/restriction.js';

type Asked = Parameters<SchemaVisibility['visibleTo']>;
type VisibleColumns = NonNullable<Awaited<ReturnType<SchemaVisibility['visibleTo']>>>;

/** People know of a schema what their statements may read of it. */
@Injectable()
export class VisibilityOfSchema extends SchemaVisibility {
  constructor(
    private readonly dataPolicies: DataPolicies,
    private readonly readSourceFacts: ReadSourceFacts,
  ) {
    super();
  }

  async visibleTo(...[caller, source, when = 'now']: Asked): ReturnType<SchemaVisibility['visibleTo']> {
    const restrictions = await this.dataPolicies.restrictionsOf(caller, source, null);
    if (restrictions === null) return null;
    const all = [...restrictions, ...(await this.ofHeirs(source, restrictions))];
    const visible = new Map(all.map((one) => [keyOf(one), isHidden(one) ? null : columnsOf(one, source)]));
    return when === 'now' ? visible : this.withPast(caller, source, visible);
  }

  /** Statements see no more of a table than of the tables from which it inherits. */
  private async ofHeirs(source: DataSource, restrictions: readonly Restriction[]): Promise<readonly Restriction[]> {
    const facts = restrictions.length === 0 ? null : await this.readSourceFacts.execute(source);
    const heirs = facts?.heirs ?? [];
    const kin = new TableKin(heirs);
    const own = new Map(restrictions.map((one) => [keyOf(one), one]));
    return heirs.flatMap((heir) => {
      const { schema, name } = heir;
      const line = [heir, ...kin.parentsOf(heir)].flatMap((one) => own.get(keyOf(one)) ?? []);
      const [first, ...others] = line.map((one) => ({ ...one, schema, name }));
      return first === undefined ? [] : [others.reduce(narrowed, first)];
    });
  }

  private async withPast(caller: Caller, source: DataSource, visible: VisibleColumns): Promise<VisibleColumns> {
    const place = { organizationId: source.organizationId, dataSourceId: source.id };
    const hidden = await this.dataPolicies.hiddenFrom(caller, place);
    if (hidden === 'all') return visible;
    // Where only values are hidden, people know the names.
    const unnamed = hidden.filter(({ columns }) => columns === null || columns.length > 0);
    const past = unnamed.filter((name) => !visible.has(keyOf(name)));
    return new Map([...visible, ...past.map((name) => [keyOf(name), null] as const)]);
  }
}

/** A type of texts of each engine. */
const TEXTS = { postgresql: 'text', mysql: 'text', sqlite: 'TEXT', duckdb: 'VARCHAR' } as const;

function columnsOf({ columns }: Restriction, { engine }: DataSource): NonNullable<ReturnType<VisibleColumns['get']>> {
  return new Map(
    columns.map((column) => {
      const { name, mask } = column;
      return [name, mask && { masked: mask.kind, type: shownType(column, TEXTS[engine]) }];
    }),
  );
}
