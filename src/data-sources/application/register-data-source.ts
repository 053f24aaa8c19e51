import { Injectable } from '@nestjs/common';
import { ReadNewDataSources } from '../../organizations/application/read-new-data-sources.js';
import type { Caller } from '../../shared/caller.js';
import { labelsOf } from '../../shared/labels.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { type GivenConnection, connectionOf } from '../domain/connection.js';
import type { DataSource } from '../domain/data-source.js';
import type { Engine } from '../../engines/catalog-reader/engine.js';
import { AdmitPlace } from './admit-place.js';
import type { SameData } from './find-same-data.js';
import { DataSources } from './ports/data-sources.js';
import { Targets } from './ports/targets.js';

export interface RegisterDataSourceInput {
  readonly organizationId: number;
  readonly workspaceId: number | null;
  readonly name: string;
  readonly engine: Engine;
  readonly connection: GivenConnection;
  readonly labels?: readonly string[];
  /** `null` for the service itself. */
  readonly caller: Caller | null;
}

/** Checks only whether policies protect the data, and connects to nothing: a source may be registered before it runs. */
@Injectable()
export class RegisterDataSource {
  constructor(
    private readonly sources: DataSources,
    private readonly targets: Targets,
    private readonly admitPlace: AdmitPlace,
    private readonly readNewDataSources: ReadNewDataSources,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the source with what protects the same data
   * @throws ValidationFailed, HostNotAllowed, NameTaken, DataUnderPolicies, PolicyRefused
   */
  execute(input: RegisterDataSourceInput): Promise<{ readonly source: DataSource; readonly same: SameData }> {
    const { organizationId, workspaceId, name, engine, connection: given, caller } = input;
    const labels = labelsOf(input.labels ?? []);
    const event = { action: 'data_source.created', actorUserId: caller?.userId ?? null, organizationId };
    return recordRefusal(this.auditTrail, event, async () => {
      const connection = connectionOf(engine, given);
      this.targets.assertAllowed({ organizationId, engine, connection });
      const looked = await this.admitPlace.look(caller, { id: null, organizationId, engine, connection });
      return this.unitOfWork.run(async () => {
        const same = await this.admitPlace.judge(looked);
        const closed = (await this.readNewDataSources.execute(organizationId)) === 'closed' ? ('new' as const) : null;
        const now = this.clock.now();
        const made = { organizationId, workspaceId, name, engine, connection, labels, closed, createdAt: now, updatedAt: now };
        const source = await this.sources.add(made, given.password ?? null);
        await this.admitPlace.enter(source.id, looked, same);
        await this.auditTrail.record({
          ...event,
          outcome: 'success',
          target: { type: 'data_source', id: source.id },
          detail: {
            name,
            engine,
            ...(workspaceId !== null && { workspace_id: workspaceId }),
            ...(labels.length > 0 && { labels }),
            ...(closed !== null && { closed }),
          },
        });
        return { source, same };
      });
    });
  }
}
