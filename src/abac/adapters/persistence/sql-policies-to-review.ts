import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { PoliciesToReview } from '../../application/ports/policies-to-review.js';

/** Raw: instances that start at once take turns. */
@Injectable()
export class SqlPoliciesToReview extends PoliciesToReview {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async next(): Promise<number | null> {
    const [row] = await this.session.query<{ id: number }>(
      `DELETE FROM policies_to_review
        WHERE organization_id = (SELECT organization_id FROM policies_to_review ORDER BY 1 LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING organization_id AS id`,
    );
    return row?.id ?? null;
  }
}
