import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { EditedMeanwhile, NotFound } from '../../shared/domain-error.js';
import { hasSameLabels, labelsOf } from '../../shared/labels.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { type GivenConnection, isOtherDatabase, mergedConnection } from '../domain/connection.js';
import type { DataSource } from '../domain/data-source.js';
import { EnterDataSource } from './enter-data-source.js';
import { DataSources } from './ports/data-sources.js';
import { SampledColumns } from './ports/sampled-columns.js';
import { SchemaCache } from './ports/schema-cache.js';
import { Targets } from './ports/targets.js';

interface DataSourceChange {
  readonly name?: string;
  readonly connection?: GivenConnection;
  readonly labels?: readonly string[];
}

@Injectable()
export class UpdateDataSource {
  constructor(
    private readonly access: AccessControl,
    private readonly enterDataSource: EnterDataSource,
    private readonly sources: DataSources,
    private readonly targets: Targets,
    private readonly cache: SchemaCache,
    private readonly sampled: SampledColumns,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Labels decide which policies apply, so changing them takes the right to publish policies.
   * @throws NotFound, Forbidden, EditedMeanwhile, ValidationFailed, PasswordNeeded, HostNotAllowed, NameTaken
   */
  async execute(input: {
    caller: Caller;
    dataSourceId: number;
    change: DataSourceChange;
    expectedVersion: number | null;
  }): Promise<DataSource> {
    const { caller, dataSourceId, change, expectedVersion } = input;
    const found = await this.enterDataSource.execute(caller, 'data_source.write', dataSourceId);
    const { organizationId } = found;
    const relabels = isRelabelled(found, change);
    if (relabels) await this.access.require(caller, 'abac.grant', { organizationId });
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
        // Relabelled by another request since the right to do so was asked for.
        if (!relabels && isRelabelled(source, change)) throw new EditedMeanwhile();
        const labels = labelsOf(change.labels ?? source.labels);
        const given = change.connection ?? {};
        const name = change.name ?? source.name;
        const connection = mergedConnection(source, given);
        const changed = { ...source, name, connection, labels, updatedAt: this.clock.now() };
        if (change.connection !== undefined) this.targets.assertAllowed(changed);
        const saved = await this.sources.save(changed, given.password);
        if (isOtherDatabase(source.connection, changed.connection)) {
          await this.cache.forget(dataSourceId);
          await this.sampled.clear(dataSourceId);
        }
        const fields = Object.keys(given).map((field) => `connection.${field}`);
        const { connection: _, ...others } = change;
        const detail = { changed: [...Object.keys(others), ...fields], ...(relabels && { labels }) };
        await this.auditTrail.record({ ...event, outcome: 'success', detail });
        return saved;
      }),
    );
  }
}

/** Labels were given to a database: with a connection to another one they would stand for what no one has judged. */
function isRelabelled(source: DataSource, { labels, connection }: DataSourceChange): boolean {
  if (labels !== undefined && !hasSameLabels(labels, source.labels)) return true;
  if (connection === undefined || source.labels.length === 0) return false;
  return isOtherDatabase(source.connection, mergedConnection(source, connection));
}
