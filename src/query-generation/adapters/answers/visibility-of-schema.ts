import { Injectable } from '@nestjs/common';
import { SchemaVisibility } from '../../../data-sources/application/ports/schema-visibility.js';
import type { DataSource } from '../../../data-sources/application/enter-data-source.js';
import type { Caller } from '../../../shared/caller.js';
import { DataPolicies } from '../../application/ports/data-policies.js';
import { keyOf } from '../../domain/judgement.js';

type Asked = Parameters<SchemaVisibility['visibleTo']>;
type VisibleColumns = NonNullable<Awaited<ReturnType<SchemaVisibility['visibleTo']>>>;

/** People know of a schema what their statements may read of it. */
@Injectable()
export class VisibilityOfSchema extends SchemaVisibility {
  constructor(private readonly dataPolicies: DataPolicies) {
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
    return when === 'now' ? visible : this.withPast(caller, source, visible);
  }

  private async withPast(caller: Caller, source: DataSource, visible: VisibleColumns): Promise<VisibleColumns> {
    const place = { organizationId: source.organizationId, dataSourceId: source.id };
    const hidden = await this.dataPolicies.hiddenFrom(caller, place);
    if (hidden === 'all') return visible;
    const past = hidden.filter((name) => !visible.has(keyOf(name)));
    return new Map([...visible, ...past.map((name) => [keyOf(name), null] as const)]);
  }
}
