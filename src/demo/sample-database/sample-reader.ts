import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type { TypeOrmSession } from '../../platform/database/typeorm-session.js';
import { READERS } from './schema.js';

const NAME = 'headgate_rivers_reader';
const ROUNDS = 4096;

/**
 * A login role of this installation that can read the sample and nothing else. Made in the transaction that stores its
 * password: neither exists without the other. Raw: no repository knows roles of the server.
 */
export async function makeSampleReader(session: TypeOrmSession): Promise<{ username: string; password: string }> {
  const password = randomBytes(24).toString('base64url');
  const isTaken = (await session.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [NAME])).length > 0;
  // Roles belong to the server: another installation on it may have made its reader before.
  const username = isTaken ? `${NAME}_${randomBytes(4).toString('hex')}` : NAME;
  await session.execute(`CREATE ROLE ${username} LOGIN IN ROLE ${READERS} PASSWORD '${scramVerifierOf(password)}'`);
  return { username, password };
}

/** What PostgreSQL stores of a password (RFC 5803): sent instead of it, because a server may log such statements. */
function scramVerifierOf(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ROUNDS, 32, 'sha256');
  const keyed = (text: string): Buffer => createHmac('sha256', salted).update(text).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${ROUNDS}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`;
}
