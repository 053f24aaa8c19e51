import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type Spender, TokenSpending } from '../../application/ports/token-spending.js';

/** SQL: each statement adds under a condition, so that parallel ones never see an old sum. */
@Injectable()
export class SqlTokenSpending extends TokenSpending {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async reserve(day: string, { kind, id }: Spender, tokens: number, limit: number): Promise<boolean> {
    const changed = await this.session.execute(
      `INSERT INTO token_spending AS spent (day, kind, spender_id, tokens) VALUES ($1, $2, $3, $4)
       ON CONFLICT (day, kind, spender_id) DO UPDATE SET tokens = spent.tokens + $4 WHERE spent.tokens < $5`,
      [day, kind, id, tokens, limit],
    );
    return changed === 1;
  }

  async settle(day: string, { kind, id }: Spender, difference: number): Promise<void> {
    await this.session.execute(
      `UPDATE token_spending SET tokens = greatest(0, tokens + $4) WHERE day = $1 AND kind = $2 AND spender_id = $3`,
      [day, kind, id, difference],
    );
  }

  async purge(before: string): Promise<void> {
    await this.session.execute(`DELETE FROM token_spending WHERE day < $1`, [before]);
  }
}
