import { Injectable } from '@nestjs/common';
import { labelsOf } from '../../shared/labels.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { type GivenConnection, connectionOf } from '../domain/connection.js';
import type { DataSource } from '../domain/data-source.js';
import type { Engine } from '../domain/engine.js';
import { DataSources } from './ports/data-sources.js';
import { Targets } from './ports/targets.js';

export interface RegisterDataSourceInput {
  readonly organizationId: number;
  readonly name: string;
  readonly engine: Engine;
  readonly connection: GivenConnection;
  readonly labels?: readonly string[];
  readonly actorUserId: number | null;
}

/** Checks no permission and connects to nothing: a source may be registered before it runs. */
@Injectable()
export class RegisterDataSource {
  constructor(
    private readonly sources: DataSources,
    private readonly targets: Targets,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws ValidationFailed, HostNotAllowed, NameTaken */
  execute(input: RegisterDataSourceInput): Promise<DataSource> {
    const { organizationId, name, engine, connection: given, actorUserId } = input;
    const labels = labelsOf(input.labels ?? []);
    const event = { action: 'data_source.created', actorUserId, organizationId };
    return recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        const connection = connectionOf(engine, given);
        this.targets.assertAllowed({ organizationId, engine, connection });
        const now = this.clock.now();
        const source = { organizationId, name, engine, connection, labels, createdAt: now, updatedAt: now };
        const added = await this.sources.add(source, given.password ?? null);
        await this.auditTrail.record({
          ...event,
          outcome: 'success',
          target: { type: 'data_source', id: added.id },
          detail: { name, engine, ...(labels.length > 0 && { labels }) },
        });
        return added;
      }),
    );
  }
}
