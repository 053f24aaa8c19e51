import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { Settings } from '../../application/ports/settings.js';
import { type AskDecision, type AskSettings, UNDECIDED } from '../../domain/ask-settings.js';
import { askSettingsSchema } from './schemas.js';

@Injectable()
export class SqlSettings extends Settings {
  private readonly settings;

  constructor(private readonly session: TypeOrmSession) {
    super();
    this.settings = session.repository(askSettingsSchema);
  }

  async of(organizationId: number): Promise<AskSettings> {
    return (await this.settings.findOneBy({ organizationId })) ?? UNDECIDED;
  }

  async change(organizationId: number, version: number, to: AskDecision & { changedAt: Date }): Promise<AskSettings | null> {
    const { showsRows, conversationDays, tokensPerDay, changedAt } = to;
    // Raw: one statement inserts the first settings, and compares the version of later ones.
    const [row] = await this.session.query<{ version: number; tokens: number | null }>(
      `INSERT INTO ask_settings AS known (organization_id, shows_rows, conversation_days, tokens_per_day, version, changed_at)
       SELECT $1, $3, $4, $6, 1, $5 WHERE $2 = 0 OR EXISTS (SELECT FROM ask_settings WHERE organization_id = $1)
       ON CONFLICT (organization_id) DO UPDATE
         SET shows_rows = $3, conversation_days = $4, version = known.version + 1, changed_at = $5,
             tokens_per_day = CASE WHEN $7 THEN $6 ELSE known.tokens_per_day END
         WHERE known.version = $2
       RETURNING version, tokens_per_day::float8 AS tokens`,
      [organizationId, version, showsRows, conversationDays, changedAt, tokensPerDay ?? null, tokensPerDay !== undefined],
    );
    if (row === undefined) return null;
    return { showsRows, conversationDays, tokensPerDay: row.tokens, changedAt, version: row.version };
  }
}
