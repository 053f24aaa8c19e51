import { Injectable } from '@nestjs/common';
import { isUniqueViolation } from '../../../platform/database/database-errors.js';
import { ofCaller } from '../../../platform/database/of-caller.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import type { Caller } from '../../../shared/caller.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { SecretBox } from '../../../shared/ports/secret-box.js';
import { UnitOfWork } from '../../../shared/ports/unit-of-work.js';
import { DataSources, type NewDataSource } from '../../application/ports/data-sources.js';
import { NameTaken, SourceFailed } from '../../domain/data-source.errors.js';
import type { DataSource } from '../../domain/data-source.js';

const COLUMNS = `id, organization_id AS "organizationId", name, engine, connection,
  password_sealed IS NOT NULL AS "hasPassword", version, created_at AS "createdAt", updated_at AS "updatedAt"`;

const FIND = { name: 'data-sources.find', text: `SELECT ${COLUMNS} FROM data_sources WHERE id = $1` };
const FIND_FOR = {
  name: 'data-sources.find-for',
  text: `${FIND.text} AND ${ofCaller({ organization: 'data_sources.organization_id', user: '$2', isAdmin: '$3' })}`,
};

@Injectable()
export class SqlDataSources extends DataSources {
  constructor(
    private readonly session: TypeOrmSession,
    private readonly unitOfWork: UnitOfWork,
    private readonly secretBox: SecretBox,
  ) {
    super();
  }

  add(source: NewDataSource, password: string | null): Promise<DataSource> {
    const { organizationId, name, engine, connection, createdAt } = source;
    return this.unitOfWork.run(async () => {
      const [row] = await this.named(() =>
        this.session.query<DataSource & object>(
          `INSERT INTO data_sources (organization_id, name, engine, connection, created_at, updated_at)
           VALUES ($1, $2, $3, $4, $5, $5) RETURNING ${COLUMNS}`,
          [organizationId, name, engine, connection, createdAt],
        ),
      );
      if (row === undefined) throw new Error('The data source was not inserted.');
      // Sealed for its row, whose id is only known now.
      await this.seal(row.id, password);
      return { ...row, hasPassword: password !== null };
    });
  }

  async find(id: number): Promise<DataSource | null> {
    return (await this.session.query<DataSource & object>(FIND, [id]))[0] ?? null;
  }

  async findFor({ userId, isSystemAdmin }: Caller, id: number): Promise<DataSource | null> {
    return (await this.session.query<DataSource & object>(FIND_FOR, [id, userId, isSystemAdmin]))[0] ?? null;
  }

  async lock(id: number): Promise<DataSource | null> {
    return (await this.session.query<DataSource & object>(`${FIND.text} FOR UPDATE`, [id]))[0] ?? null;
  }

  async save(source: DataSource, password: string | null | undefined): Promise<DataSource> {
    const { id, name, connection, updatedAt } = source;
    await this.named(() =>
      this.session.execute(
        `UPDATE data_sources SET name = $2, connection = $3, updated_at = $4, version = version + 1 WHERE id = $1`,
        [id, name, connection, updatedAt],
      ),
    );
    if (password !== undefined) await this.seal(id, password);
    const hasPassword = password === undefined ? source.hasPassword : password !== null;
    return { ...source, hasPassword, version: source.version + 1 };
  }

  async remove(id: number): Promise<void> {
    await this.session.execute(`DELETE FROM data_sources WHERE id = $1`, [id]);
  }

  async pageOf(organizationIds: readonly number[], request: PageRequest): Promise<Page<DataSource>> {
    const items = await this.session.query<DataSource & object>(
      `SELECT ${COLUMNS} FROM data_sources WHERE organization_id = ANY($1) ORDER BY id LIMIT $2 OFFSET $3`,
      [organizationIds, request.limit, offsetOf(request)],
    );
    const [row] = await this.session.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM data_sources WHERE organization_id = ANY($1)`,
      [organizationIds],
    );
    return { items, total: row?.total ?? 0 };
  }

  async namesOf(
    organizationId: number,
    { ids, names }: { readonly ids: readonly number[]; readonly names: readonly string[] },
  ): Promise<readonly Pick<DataSource, 'id' | 'name'>[]> {
    return this.session.query<Pick<DataSource, 'id' | 'name'> & object>(
      `SELECT id, name FROM data_sources WHERE organization_id = $1 AND (id = ANY($2) OR name = ANY($3)) ORDER BY id`,
      [organizationId, ids, names],
    );
  }

  async passwordOf(id: number, version: number): Promise<string | null> {
    const [row] = await this.session.query<{ sealed: string | null }>(
      `SELECT password_sealed AS sealed FROM data_sources WHERE id = $1 AND version = $2`,
      [id, version],
    );
    if (row === undefined) throw new SourceFailed('LOST');
    return row.sealed === null ? null : this.secretBox.open(row.sealed, placeOf(id)).toString();
  }

  private async seal(id: number, password: string | null): Promise<void> {
    const sealed = password === null ? null : this.secretBox.seal(Buffer.from(password), placeOf(id));
    await this.session.execute(`UPDATE data_sources SET password_sealed = $2 WHERE id = $1`, [id, sealed]);
  }

  private async named<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      if (isUniqueViolation(error, 'data_sources_name_unique')) throw new NameTaken();
      throw error;
    }
  }
}

function placeOf(id: number): string {
  return `data_sources.password_sealed:${id}`;
}
