import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type Denial, type DenialSummary, Denials } from '../../application/ports/denials.js';

/** Raw: denials are written as one set, however many there are, and counted as another. */
@Injectable()
export class SqlDenials extends Denials {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async add(denials: readonly Denial[]): Promise<void> {
    if (denials.length === 0) return;
    await this.session.execute(
      `INSERT INTO sso_denials (organization_id, user_id, was_enforced, path, occurred_at)
       SELECT * FROM unnest($1::int[], $2::int[], $3::boolean[], $4::text[], $5::timestamptz[])`,
      [
        denials.map(({ organizationId }) => organizationId),
        denials.map(({ userId }) => userId),
        denials.map(({ wasEnforced }) => wasEnforced),
        denials.map(({ path }) => path),
        denials.map(({ at }) => at),
      ],
    );
  }

  async since(organizationId: number, from: Date): Promise<DenialSummary> {
    const [row] = await this.session.query<DenialSummary & object>(
      `SELECT count(*)::int AS logins, count(DISTINCT user_id)::int AS people FROM sso_denials
        WHERE organization_id = $1 AND occurred_at >= $2`,
      [organizationId, from],
    );
    return row ?? { logins: 0, people: 0 };
  }

  purge(before: Date): Promise<number> {
    return this.session.execute('DELETE FROM sso_denials WHERE occurred_at < $1', [before]);
  }
}
