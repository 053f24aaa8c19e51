import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { assertSeen, EditedMeanwhile, NotFound } from '../../shared/domain-error.js';
import { hasSameLabels, labelsOf } from '../../shared/labels.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { requireAt } from '../../shared/require-at.js';
import { type GivenConnection, isOtherDatabase, mergedConnection } from '../domain/connection.js';
import type { DataSource } from '../domain/data-source.js';
import { EnterDataSource, type EnteredSource } from './enter-data-source.js';
import type { SameData } from './find-same-data.js';
import { GuardSameData } from './guard-same-data.js';
import { PointElsewhere, type Move } from './point-elsewhere.js';
import { NameSameData, type ToldSource } from './name-same-data.js';
import { DataSources } from './ports/data-sources.js';
import { Targets } from './ports/targets.js';

interface DataSourceChange {
  /** `null`: the organization itself. */
  readonly workspaceId?: number | null;
  readonly name?: string;
  readonly connection?: GivenConnection;
  readonly labels?: readonly string[];
}

const NONE: SameData = { sources: [], remembered: [] };

@Injectable()
export class UpdateDataSource {
  constructor(
    private readonly access: AccessControl,
    private readonly enterDataSource: EnterDataSource,
    private readonly sources: DataSources,
    private readonly targets: Targets,
    private readonly pointElsewhere: PointElsewhere,
    private readonly guardSameData: GuardSameData,
    private readonly nameSameData: NameSameData,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Labels decide which policies apply, so changing them takes the right to publish policies. So does pointing a source away from data
   * that is protected, and to data that others protect.
   * @returns the source with the other sources of the same data, if it was pointed to protected data or got labels
   * @throws NotFound, Forbidden, EditedMeanwhile, ValidationFailed, PasswordNeeded, HostNotAllowed, NameTaken, DataUnderPolicies, PolicyRefused
   */
  async execute(input: {
    caller: Caller;
    dataSourceId: number;
    change: DataSourceChange;
    expectedVersion: number | null;
  }): Promise<{ source: DataSource; sameData: readonly ToldSource[] }> {
    const { caller, dataSourceId, change, expectedVersion } = input;
    const found = await this.enterDataSource.evenClosed(caller, 'data_source.write', dataSourceId);
    const { organizationId } = found;
    const relabels = isRelabelled(found, change);
    if (relabels) await this.access.require(caller, 'abac.grant', { organizationId });
    const { workspaceId = found.workspaceId } = change;
    if (workspaceId !== found.workspaceId) await this.requireMove(caller, found, workspaceId);
    const event = {
      action: 'data_source.updated',
      actorUserId: caller.userId,
      organizationId,
      target: { type: 'data_source', id: dataSourceId },
    };
    const { source, same } = await recordRefusal(this.auditTrail, event, async () => {
      const given = change.connection ?? {};
      const move = await this.pointElsewhere.look(caller, found, mergedConnection(found, given));
      return this.unitOfWork.run(async () => {
        const same = move === null ? NONE : await this.pointElsewhere.begin(move);
        const source = await this.sources.lock(dataSourceId);
        if (source === null) throw new NotFound('Data source');
        assertSeen(expectedVersion, source.version);
        assertAsFound(source, change, { found, relabels, move });
        const labels = labelsOf(change.labels ?? source.labels);
        const connection = mergedConnection(source, given);
        const closed = source.closed ?? (move?.closes === true ? ('new' as const) : null);
        const name = change.name ?? source.name;
        // Whether the new connection works is not known yet.
        const failingSince = change.connection === undefined ? source.failingSince : null;
        const changed = { ...source, workspaceId, name, connection, labels, closed, failingSince, updatedAt: this.clock.now() };
        if (change.connection !== undefined) this.targets.assertAllowed(changed);
        const saved = await this.sources.save(changed, given.password);
        if (move !== null) await this.pointElsewhere.end(move, same, dataSourceId);
        const detail = detailOf(change, relabels ? labels : null);
        await this.auditTrail.record({ ...event, outcome: 'success', detail });
        return { source: saved, same };
      });
    });
    const isLabelled = relabels && source.labels.length > 0;
    const sources = isLabelled ? await this.guardSameData.execute([dataSourceId], caller.userId) : same.sources;
    return { source, sameData: await this.nameSameData.execute(caller, organizationId, sources, same.remembered) };
  }

  /** Policies of both kinds may name workspaces and roles in them, so what it is in decides which apply. */
  private async requireMove(caller: Caller, { organizationId, moment }: EnteredSource, workspaceId: number | null): Promise<void> {
    await requireAt(this.access, caller, 'data_source.write', { organizationId, workspaceId });
    const isUnderPolicies = moment.dataPolicies !== null || (await this.access.hasPolicies(organizationId));
    if (isUnderPolicies) await this.access.require(caller, 'abac.grant', { organizationId });
  }
}

/** Labels describe one database. With a connection to another one they would describe data that nobody has looked at. */
function isRelabelled(source: DataSource, { labels, connection }: DataSourceChange): boolean {
  if (labels !== undefined && !hasSameLabels(labels, source.labels)) return true;
  if (connection === undefined || source.labels.length === 0) return false;
  return isOtherDatabase(source.connection, mergedConnection(source, connection));
}

/** Another request may have relabelled it or pointed it elsewhere since the right to do so was asked for. @throws EditedMeanwhile */
function assertAsFound(
  source: DataSource,
  change: DataSourceChange,
  { found, relabels, move }: { found: DataSource; relabels: boolean; move: Move | null },
): void {
  if (!relabels && isRelabelled(source, change)) throw new EditedMeanwhile();
  // The right to move it was asked for where it stood.
  if (found.workspaceId !== source.workspaceId) throw new EditedMeanwhile();
  const isMoved = isOtherDatabase(source.connection, mergedConnection(source, change.connection ?? {}));
  if ((isMoved || move !== null) && isOtherDatabase(found.connection, source.connection)) throw new EditedMeanwhile();
  // Labels protect its data, and the right was asked for when it had others.
  if (move !== null && !hasSameLabels(found.labels, source.labels)) throw new EditedMeanwhile();
}

function detailOf({ connection = {}, ...others }: DataSourceChange, labels: readonly string[] | null) {
  const fields = Object.keys(connection).map((field) => `connection.${field}`);
  const { workspaceId } = others;
  const moved = workspaceId !== undefined && { workspace_id: workspaceId };
  return { changed: [...Object.keys(others), ...fields], ...moved, ...(labels !== null && { labels }) };
}
