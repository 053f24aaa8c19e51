import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type LimitedSpender, type Spender, TokenSpending } from '../../application/ports/token-spending.js';

/** Locks the rows in the order of the values. */
const ADD = `INSERT INTO token_spending AS spent (day, kind, spender_id, tokens)
  SELECT $1::date, kind, id, greatest(0, $4::bigint) FROM unnest($2::text[], $3::int[]) AS spender (kind, id)
  ON CONFLICT (day, kind, spender_id) DO UPDATE SET tokens = greatest(0, spent.tokens + $4::bigint)`;

/** Raw: each statement adds under a condition, so that parallel ones never see an old sum. */
@Injectable()
export class SqlTokenSpending extends TokenSpending {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async reserve(day: string, spenders: readonly LimitedSpender[], tokens: number): Promise<readonly LimitedSpender[]> {
    const rows = await this.session.query<Pick<Spender, 'kind'>>(
      `${ADD} WHERE spent.tokens < ($5::float8[])[array_position($2, spent.kind)] RETURNING kind`,
      [day, ...listed(spenders), tokens, spenders.map(({ limit }) => limit)],
    );
    return spenders.filter(({ kind }) => rows.every((row) => row.kind !== kind));
  }

  async settle(day: string, spenders: readonly Spender[], difference: number): Promise<void> {
    await this.session.execute(ADD, [day, ...listed(spenders), difference]);
  }

  async purge(before: string): Promise<void> {
    await this.session.execute(`DELETE FROM token_spending WHERE day < $1`, [before]);
  }
}

function listed(spenders: readonly Spender[]): readonly [kinds: readonly string[], ids: readonly number[]] {
  return [spenders.map(({ kind }) => kind), spenders.map(({ id }) => id)];
}
