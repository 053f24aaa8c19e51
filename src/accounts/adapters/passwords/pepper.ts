import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { SecretBox } from '../../../shared/ports/secret-box.js';

const NAME = 'password_pepper';
const CONTEXT = `application_secrets.value_sealed:${NAME}`;

/**
 * The secret that makes stolen password rows useless. Random and sealed, not derived from the master key: rotating the
 * master key seals it again, while the hashes, which nobody can compute anew, stay valid.
 */
@Injectable()
export class Pepper {
  private loaded: Promise<Buffer> | undefined;

  constructor(
    private readonly session: TypeOrmSession,
    private readonly secretBox: SecretBox,
  ) {}

  value(): Promise<Buffer> {
    this.loaded ??= this.load().catch((error: unknown) => {
      this.loaded = undefined;
      throw error;
    });
    return this.loaded;
  }

  private async load(): Promise<Buffer> {
    const sealed = this.secretBox.seal(randomBytes(32), CONTEXT);
    // Of two instances at their first start one inserts; both read what is there then.
    await this.session.execute(
      'INSERT INTO application_secrets (name, value_sealed) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING',
      [NAME, sealed],
    );
    const [row] = await this.session.query<{ value_sealed: string }>(
      'SELECT value_sealed FROM application_secrets WHERE name = $1',
      [NAME],
    );
    if (row === undefined) throw new Error('The password pepper is missing.');
    return this.secretBox.open(row.value_sealed, CONTEXT);
  }
}
