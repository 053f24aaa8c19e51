import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan, Not } from 'typeorm';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { SecretBox } from '../../../shared/ports/secret-box.js';
import { WebhookSecrets } from '../../application/ports/webhooks.js';
import { webhookSecretSchema } from './schemas.js';

@Injectable()
export class TypeOrmWebhookSecrets extends WebhookSecrets {
  private readonly secrets;

  constructor(
    session: TypeOrmSession,
    private readonly secretBox: SecretBox,
  ) {
    super();
    this.secrets = session.repository(webhookSecretSchema);
  }

  async add(webhookId: number, secret: string, at: Date, overlapUntil: Date): Promise<void> {
    // Those that were replaced before: two sign at most.
    await this.secrets.delete({ webhookId, endsAt: Not(IsNull()) });
    await this.secrets.update({ webhookId, endsAt: IsNull() }, { endsAt: overlapUntil });
    const id = crypto.randomUUID();
    const secretSealed = this.secretBox.seal(Buffer.from(secret), placeOf(id));
    await this.secrets.insert({ id, webhookId, secretSealed, createdAt: at, endsAt: null });
  }

  async of(webhookId: number, at: Date): Promise<readonly string[]> {
    const rows = await this.secrets.find({
      where: [
        { webhookId, endsAt: IsNull() },
        { webhookId, endsAt: MoreThan(at) },
      ],
      order: { endsAt: { direction: 'ASC', nulls: 'FIRST' } },
    });
    return rows.map(({ id, secretSealed }) => this.secretBox.open(secretSealed, placeOf(id)).toString());
  }
}

function placeOf(id: string): string {
  return `webhook_secrets.secret_sealed:${id}`;
}
