import { Injectable } from '@nestjs/common';
import { IsNull, LessThanOrEqual, Not } from 'typeorm';
import { isForeignKeyViolation, isUniqueViolation } from '../../../platform/database/database-errors.js';
import { inReach } from '../../../platform/database/in-reach.js';
import { insertedId } from '../../../platform/database/inserted-id.js';
import { dataPolicyEpoch } from '../../../platform/database/data-policy-epoch.js';
import { standingOf } from '../../../platform/database/standing-of.js';
import { refuseTwin } from '../../../platform/database/name-twins.js';
import { unseen } from '../../../platform/database/unseen.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import type { Caller } from '../../../shared/caller.js';
import { NotFound } from '../../../shared/domain-error.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import type { Standing } from '../../../shared/ports/access-control.js';
import { SecretBox } from '../../../shared/ports/secret-box.js';
import { UnitOfWork } from '../../../shared/ports/unit-of-work.js';
import type { Reach } from '../../../shared/reach.js';
import { DataSources, type NamedSource, type NewDataSource, type SoughtSources } from '../../application/ports/data-sources.js';
import { NameTaken, SourceFailed } from '../../domain/data-source.errors.js';
import type { DataSource, Moment } from '../../domain/data-source.js';
import { CHANGED } from './noticed-source-changes.js';
import { dataSourceSchema } from './schemas.js';
import { openedPassword, sealedPassword } from './source-password.js';

/** Without the password, which is read only to connect. Raw: `hasPassword` is an expression. */
const COLUMNS = `id, organization_id AS "organizationId", workspace_id AS "workspaceId", name, engine, connection,
  password_sealed IS NOT NULL AS "hasPassword", labels, closed, failing_since AS "failingSince", version, created_at AS "createdAt", updated_at AS "updatedAt"`;

/** Hot, as the next one: every query uses them. */
const FIND = { name: 'data-sources.find', text: `SELECT ${COLUMNS} FROM data_sources WHERE id = $1` };

/**
 * One statement reads all that admits a caller to a source. A source of another organization takes the path of a missing one (see
 * `ofCaller`), and what is in force is that of the moment of admission.
 */
const ENTER = {
  name: 'data-sources.enter',
  text: `SELECT ${COLUMNS}, to_json(standing) AS standing, ${dataPolicyEpoch('data_sources.organization_id')} AS "dataPolicies",
                (SELECT json_build_object('id', s.id, 'writing', s.xmin::text) FROM schema_snapshots s
                  WHERE s.data_source_id = data_sources.id ORDER BY s.id DESC LIMIT 1) AS schema
           FROM data_sources LEFT JOIN LATERAL (${standingOf({
             organization: 'data_sources.organization_id',
             user: '$2',
             now: '$4::timestamptz',
             connection: unseen('$5::int'),
             proved: unseen('$6::boolean'),
             device: unseen('$7::int'),
             workspace: 'data_sources.workspace_id',
           })}) AS standing ON true
          WHERE id = $1 AND ($3::boolean OR standing.permissions IS NOT NULL)`,
};

/** Raw: tells the instances that listen, when the transaction is committed. */
const TELL = `SELECT pg_notify('${CHANGED}', $1::int::text)`;

type EnteredRow = DataSource & Omit<Moment, 'at'> & { readonly standing: Standing | null };

@Injectable()
export class TypeOrmDataSources extends DataSources {
  private readonly sources;

  constructor(
    private readonly session: TypeOrmSession,
    private readonly unitOfWork: UnitOfWork,
    private readonly secretBox: SecretBox,
  ) {
    super();
    this.sources = session.repository(dataSourceSchema);
  }

  add(source: NewDataSource, password: string | null): Promise<DataSource> {
    const { organizationId, workspaceId, name, engine, connection, labels, closed, createdAt } = source;
    const made = {
      organizationId,
      workspaceId,
      name,
      engine,
      connection,
      labels: [...labels],
      closed,
      failingSince: null,
      version: 1,
      createdAt,
      updatedAt: createdAt,
    };
    return this.unitOfWork.run(async () => {
      await this.refuseTwin({ organizationId, id: null, name });
      const id = await this.named(() => insertedId(this.sources, made));
      // The password is sealed for its row, and the id of the row is known only now.
      await this.seal(id, password);
      return { ...made, id, hasPassword: password !== null };
    });
  }

  async find(id: number): Promise<DataSource | null> {
    return (await this.session.query<DataSource & object>(FIND, [id]))[0] ?? null;
  }

  async enter(caller: Caller, id: number, now: Date): ReturnType<DataSources['enter']> {
    const { userId, isSystemAdmin, ssoConnectionId, mfaAt, deviceId } = caller;
    const values = [id, userId, isSystemAdmin, now, ssoConnectionId, mfaAt !== null, deviceId];
    const [row] = await this.session.query<EnteredRow>(ENTER, values);
    if (row === undefined) return null;
    const { standing, schema, dataPolicies, ...source } = row;
    return { source: { ...source, moment: { at: now, schema, dataPolicies } }, standing };
  }

  async lock(id: number): Promise<DataSource | null> {
    return (await this.session.query<DataSource & object>(`${FIND.text} FOR UPDATE`, [id]))[0] ?? null;
  }

  async save(source: DataSource, password: string | null | undefined): Promise<DataSource> {
    const { id, workspaceId, name, connection, closed, failingSince, updatedAt } = source;
    const labels = [...source.labels];
    await this.refuseTwin(source);
    await this.named(() =>
      this.sources.update({ id }, { workspaceId, name, connection, labels, closed, failingSince, updatedAt, version: () => 'version + 1' }),
    );
    if (password !== undefined) await this.seal(id, password);
    await this.session.execute(TELL, [id]);
    const hasPassword = password === undefined ? source.hasPassword : password !== null;
    return { ...source, hasPassword, version: source.version + 1 };
  }

  async noteFailure(id: number, { begunAt, at }: { readonly begunAt: Date; readonly at: Date }): Promise<void> {
    await this.sources.update({ id, failingSince: IsNull(), updatedAt: LessThanOrEqual(begunAt) }, { failingSince: at });
  }

  async noteSuccess(id: number, begunAt: Date): Promise<void> {
    await this.sources.update({ id, failingSince: Not(IsNull()), updatedAt: LessThanOrEqual(begunAt) }, { failingSince: null });
  }

  async remove(id: number): Promise<void> {
    await this.sources.delete({ id });
    await this.session.execute(TELL, [id]);
  }

  /** Raw, as everything that reads `COLUMNS`. */
  async pageOf(which: SoughtSources, request: PageRequest): Promise<Page<DataSource>> {
    const { text, values } = sought(which);
    const next = values.length + 1;
    const items = await this.session.query<DataSource & object>(
      `SELECT ${COLUMNS} ${text} ORDER BY id LIMIT $${next} OFFSET $${next + 1}`,
      [...values, request.limit, offsetOf(request)],
    );
    const [count] = await this.session.query<{ total: number }>(`SELECT count(*)::int AS total ${text}`, values);
    return { items, total: count?.total ?? 0 };
  }

  /** Raw: as `pageOf`. */
  openOf(which: SoughtSources): Promise<readonly NamedSource[]> {
    const { text, values } = sought(which);
    return this.session.query<NamedSource & object>(
      `SELECT id, organization_id AS "organizationId", workspace_id AS "workspaceId", name ${text} AND closed IS NULL`,
      values,
    );
  }

  /** Raw: its condition is composed at run time. */
  async namesOf(
    organizationId: number,
    { ids, names }: { readonly ids: readonly number[]; readonly names: readonly string[] },
    reach: Reach | null,
  ): Promise<readonly Pick<DataSource, 'id' | 'name'>[]> {
    const values: unknown[] = [organizationId, ids, names];
    const seen = reach && inReach('data_sources', reach, (value) => `$${values.push(value)}`);
    return this.session.query<Pick<DataSource, 'id' | 'name'>>(
      `SELECT id, name FROM data_sources WHERE organization_id = $1 AND (id = ANY ($2::int[]) OR name = ANY ($3::text[]))
          AND ${seen ?? 'true'} ORDER BY id`,
      values,
    );
  }

  async passwordOf(id: number, version: number): Promise<string | null> {
    const row = await this.sources.findOne({ select: { id: true, passwordSealed: true }, where: { id, version } });
    if (row === null) throw new SourceFailed('LOST');
    return openedPassword(this.secretBox, id, row.passwordSealed);
  }

  private async seal(id: number, password: string | null): Promise<void> {
    await this.sources.update({ id }, { passwordSealed: sealedPassword(this.secretBox, id, password) });
  }

  private refuseTwin(source: Pick<DataSource, 'organizationId' | 'name'> & { readonly id: number | null }): Promise<void> {
    return refuseTwin(this.session, 'data_sources', source, () => new NameTaken());
  }

  private async named<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      if (isUniqueViolation(error, 'data_sources_name_unique')) throw new NameTaken();
      if (isForeignKeyViolation(error, 'data_sources_of_workspace')) throw new NotFound('Workspace');
      throw error;
    }
  }
}

function sought({ reach, among, search, workspaceId, isFailing }: SoughtSources): { text: string; values: readonly unknown[] } {
  const values: unknown[] = [among, search, workspaceId, isFailing];
  const seen = inReach('data_sources', reach, (value) => `$${values.push(value)}`);
  const wanted = `($1::int[] IS NULL OR id = ANY ($1)) AND ($2::text IS NULL OR strpos(lower(name), lower($2)) > 0)
          AND ($3::int IS NULL OR workspace_id = $3) AND (NOT $4::boolean OR failing_since IS NOT NULL)`;
  return { text: `FROM data_sources WHERE ${seen} AND ${wanted}`, values };
}
