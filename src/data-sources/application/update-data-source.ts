import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { EditedMeanwhile, NotFound } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { type GivenConnection, isOtherDatabase, mergedConnection } from '../domain/connection.js';
import type { DataSource } from '../domain/data-source.js';
import { EnterDataSource } from './enter-data-source.js';
import { DataSources } from './ports/data-sources.js';
import { SchemaCache } from './ports/schema-cache.js';
import { Targets } from './ports/targets.js';

@Injectable()
export class UpdateDataSource {
  constructor(
    private readonly enterDataSource: EnterDataSource,
    private readonly sources: DataSources,
    private readonly targets: Targets,
    private readonly cache: SchemaCache,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound, Forbidden, EditedMeanwhile, ValidationFailed, PasswordNeeded, HostNotAllowed, NameTaken */
  async execute(input: {
    caller: Caller;
    dataSourceId: number;
    change: { readonly name?: string; readonly connection?: GivenConnection };
    expectedVersion: number | null;
  }): Promise<DataSource> {
    const { caller, dataSourceId, change, expectedVersion } = input;
    const { organizationId } = await this.enterDataSource.execute(caller, 'data_source.write', dataSourceId);
    const event = {
      action: 'data_source.updated',
      actorUserId: caller.userId,
      organizationId,
      target: { type: 'data_source', id: dataSourceId },
    };
    return recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        const source = await this.sources.lock(dataSourceId);
        if (source === null) throw new NotFound('Data source');
        if (expectedVersion !== null && expectedVersion !== source.version) throw new EditedMeanwhile();
        const given = change.connection ?? {};
        const name = change.name ?? source.name;
        const changed = { ...source, name, connection: mergedConnection(source, given), updatedAt: this.clock.now() };
        if (change.connection !== undefined) this.targets.assertAllowed(changed);
        const saved = await this.sources.save(changed, given.password);
        if (isOtherDatabase(source.connection, changed.connection)) await this.cache.forget(dataSourceId);
        const fields = Object.keys(given).map((field) => `connection.${field}`);
        const detail = { changed: [...(change.name === undefined ? [] : ['name']), ...fields] };
        await this.auditTrail.record({ ...event, outcome: 'success', detail });
        return saved;
      }),
    );
  }
}
