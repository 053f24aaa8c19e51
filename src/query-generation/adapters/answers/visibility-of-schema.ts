import { Injectable } from '@nestjs/common';
import { SchemaVisibility } from '../../../data-sources/application/ports/schema-visibility.js';
import type { DataSource } from '../../../data-sources/application/enter-data-source.js';
import { ReadSourceFacts } from '../../../data-sources/application/read-source-facts.js';
import { TableKin } from '../../../data-sources/application/table-kin.js';
import type { Caller } from '../../../shared/caller.js';
import { DataPolicies } from '../../application/ports/data-policies.js';
import { keyOf } from '../../../shared/qualified-name.js';

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
    const visible = new Map(
      restrictions.map((restriction) => {
        const names = restriction.isDenied ? [] : restriction.columns.map(({ name }) => name);
        return [keyOf(restriction), names.length === 0 ? null : new Set(names)];
      }),
    );
    const known = await this.withHeirs(source, visible);
    return when === 'now' ? known : this.withPast(caller, source, known);
  }

  /** Statements read of a table no more than of those from which it inherits. */
  private async withHeirs(source: DataSource, visible: VisibleColumns): Promise<VisibleColumns> {
    const facts = visible.size === 0 ? null : await this.readSourceFacts.execute(source.id);
    const heirs = facts?.heirs ?? [];
    const kin = new TableKin(heirs);
    const narrowed = new Map(visible);
    for (const heir of heirs) {
      const line = [heir, ...kin.parentsOf(heir)];
      const limits = line.flatMap((one) => (visible.has(keyOf(one)) ? [visible.get(keyOf(one)) ?? null] : []));
      const [first, ...others] = limits;
      if (first === undefined) continue;
      const left = [...(first ?? [])].filter((name) => others.every((one) => one?.has(name) === true));
      narrowed.set(keyOf(heir), left.length === 0 ? null : new Set(left));
    }
    return narrowed;
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
