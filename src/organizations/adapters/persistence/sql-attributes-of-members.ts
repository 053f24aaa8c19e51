import { Injectable } from '@nestjs/common';
import { isForeignKeyViolation } from '../../../platform/database/database-errors.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { NotFound } from '../../../shared/domain-error.js';
import { AttributesOfMembers } from '../../application/ports/attributes-of-members.js';
import type { MemberAttributes } from '../../domain/member-attributes.js';

/** Raw: the version decides within the statement that writes. */
@Injectable()
export class SqlAttributesOfMembers extends AttributesOfMembers {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async find(organizationId: number, userId: number): Promise<MemberAttributes | null> {
    const [row] = await this.session.query<MemberAttributes & object>(
      'SELECT attributes, version FROM member_attributes WHERE organization_id = $1 AND user_id = $2',
      [organizationId, userId],
    );
    return row ?? null;
  }

  async replace(
    { organizationId, userId }: { readonly organizationId: number; readonly userId: number },
    attributes: MemberAttributes['attributes'],
    expectedVersion: number | null,
    at: Date,
  ): Promise<number | null> {
    try {
      const [row] = await this.session.query<{ version: number }>(
        `INSERT INTO member_attributes AS a (organization_id, user_id, attributes, version, updated_at)
         SELECT $1::int, $2::int, $3::jsonb, 1, $4::timestamptz
          WHERE $5::int IS NULL OR $5 = 0
             OR EXISTS (SELECT FROM member_attributes WHERE organization_id = $1 AND user_id = $2 AND version = $5)
         ON CONFLICT (organization_id, user_id) DO UPDATE
           SET attributes = excluded.attributes, version = a.version + 1, updated_at = excluded.updated_at
         WHERE $5::int IS NULL OR a.version = $5
         RETURNING version`,
        [organizationId, userId, JSON.stringify(attributes), at, expectedVersion],
      );
      return row?.version ?? null;
    } catch (error) {
      if (isForeignKeyViolation(error)) throw new NotFound('Member');
      throw error;
    }
  }
}
