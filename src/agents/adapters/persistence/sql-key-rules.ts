import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { KeyRules } from '../../application/ports/key-rules.js';

/** Raw: one statement writes a rule whether or not there is one. */
@Injectable()
export class SqlKeyRules extends KeyRules {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async areAllowed(organizationId: number): Promise<boolean> {
    const text = 'SELECT FROM access_key_rules WHERE organization_id = $1 AND NOT are_allowed';
    return (await this.session.query(text, [organizationId])).length === 0;
  }

  async allow(organizationId: number, areAllowed: boolean, at: Date): Promise<boolean> {
    const changed = await this.session.execute(
      `INSERT INTO access_key_rules AS rule (organization_id, are_allowed, changed_at)
       SELECT $1, $2::boolean, $3 WHERE NOT $2::boolean OR EXISTS (SELECT FROM access_key_rules WHERE organization_id = $1)
       ON CONFLICT (organization_id) DO UPDATE SET are_allowed = excluded.are_allowed, changed_at = excluded.changed_at
         WHERE rule.are_allowed <> excluded.are_allowed`,
      [organizationId, areAllowed, at],
    );
    return changed === 1;
  }
}
