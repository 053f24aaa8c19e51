import { Injectable } from '@nestjs/common';
import { type PreparedStatement, TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { SecretBox } from '../../../shared/ports/secret-box.js';
import { Attempts } from '../../application/ports/attempts.js';
import type { ProtocolMemory } from '../../application/ports/identity-provider.js';
import type { AssertedIdentity } from '../../domain/asserted-identity.js';
import type { Attempt } from '../../domain/attempt.js';
import { keyText, openJson, sealJson } from './sealed-json.js';

/** With times as text; without the assertion, which has been spent when this is written, and the ID token, which SAML does not have. */
type StoredIdentity = Omit<AssertedIdentity, 'authenticatedAt' | 'assertion' | 'idToken' | 'groupsSaid'> & {
  readonly authenticatedAt: string | null;
  /** Not said by an earlier release. */
  readonly groupsSaid?: AssertedIdentity['groupsSaid'];
};

function toStored(identity: AssertedIdentity): StoredIdentity {
  const { issuer, subject, email, isEmailVerified, name, groups, groupsSaid, acr, authenticatedAt, providerSessionId, claims } = identity;
  const said = { issuer, subject, email, isEmailVerified, name, groups, groupsSaid, acr, providerSessionId, claims };
  return { ...said, authenticatedAt: authenticatedAt?.toISOString() ?? null };
}

function fromStored({ authenticatedAt, ...identity }: StoredIdentity): AssertedIdentity {
  return {
    ...identity,
    groupsSaid: identity.groupsSaid ?? 'incomplete',
    authenticatedAt: authenticatedAt === null ? null : new Date(authenticatedAt),
    assertion: null,
    idToken: null,
  };
}

const COLUMNS = `state_hash AS "stateHash", organization_id AS "organizationId", connection_id AS "connectionId",
  configuration_version AS "configurationVersion", purpose, test_id AS "testId", user_id AS "userId",
  session_id AS "sessionId", browser_hash AS "browserHash", return_to AS "returnTo", code_challenge AS "codeChallenge",
  started_at AS "startedAt", expires_at AS "expiresAt"`;

const ADD: PreparedStatement = {
  name: 'sso_attempts_add',
  text: `INSERT INTO sso_attempts (state_hash, organization_id, connection_id, configuration_version, purpose, test_id, user_id,
                                   session_id, browser_hash, return_to, code_challenge, started_at, expires_at, memory_sealed)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
};

const FIND: PreparedStatement = {
  name: 'sso_attempts_find',
  text: `SELECT ${COLUMNS}, memory_sealed AS "memorySealed" FROM sso_attempts WHERE connection_id = $1 AND state_hash = $2`,
};

const ANSWER: PreparedStatement = {
  name: 'sso_attempts_answer',
  text: `UPDATE sso_attempts SET answered_at = $3
          WHERE connection_id = $1 AND state_hash = $2 AND answered_at IS NULL AND expires_at > $3`,
};

const FINISH: PreparedStatement = {
  name: 'sso_attempts_finish',
  text: `UPDATE sso_attempts SET finished_at = $3, result_sealed = NULL
          WHERE connection_id = $1 AND state_hash = $2 AND finished_at IS NULL AND expires_at > $3`,
};

/** Raw, because it is hot: every login by single sign-on asks it several times. */
@Injectable()
export class SqlAttempts extends Attempts {
  constructor(
    private readonly session: TypeOrmSession,
    private readonly secretBox: SecretBox,
  ) {
    super();
  }

  async add(attempt: Attempt, memory: ProtocolMemory): Promise<void> {
    const { stateHash, organizationId, connectionId, configurationVersion, purpose, testId, userId } = attempt;
    const { sessionId, browserHash, returnTo, codeChallenge, startedAt, expiresAt } = attempt;
    await this.session.execute(ADD, [
      stateHash,
      organizationId,
      connectionId,
      configurationVersion,
      purpose,
      testId,
      userId,
      sessionId,
      browserHash,
      returnTo,
      codeChallenge,
      startedAt,
      expiresAt,
      sealJson(this.secretBox, memory, placeOf('memory_sealed', stateHash)),
    ]);
  }

  async findByState(connectionId: number, stateHash: Uint8Array): Promise<{ attempt: Attempt; memory: ProtocolMemory } | null> {
    const [row] = await this.session.query<Attempt & { memorySealed: string }>(FIND, [connectionId, stateHash]);
    if (row === undefined) return null;
    const { memorySealed, ...attempt } = row;
    const memory = openJson<ProtocolMemory>(this.secretBox, memorySealed, placeOf('memory_sealed', stateHash));
    return { attempt, memory };
  }

  async answer(attempt: Attempt, at: Date): Promise<boolean> {
    return (await this.session.execute(ANSWER, [attempt.connectionId, attempt.stateHash, at])) === 1;
  }

  async keep(attempt: Attempt, ticketHash: Uint8Array, identity: AssertedIdentity): Promise<void> {
    const { connectionId, stateHash } = attempt;
    const sealed = sealJson(this.secretBox, toStored(identity), placeOf('result_sealed', stateHash));
    await this.session.execute(
      'UPDATE sso_attempts SET ticket_hash = $3, result_sealed = $4 WHERE connection_id = $1 AND state_hash = $2',
      [connectionId, stateHash, ticketHash, sealed],
    );
  }

  async findByTicket(connectionId: number, ticketHash: Uint8Array): Promise<{ attempt: Attempt; identity: AssertedIdentity } | null> {
    const [row] = await this.session.query<Attempt & { resultSealed: string }>(
      `SELECT ${COLUMNS}, result_sealed AS "resultSealed" FROM sso_attempts
        WHERE connection_id = $1 AND ticket_hash = $2 AND result_sealed IS NOT NULL`,
      [connectionId, ticketHash],
    );
    if (row === undefined) return null;
    const { resultSealed, ...attempt } = row;
    const place = placeOf('result_sealed', attempt.stateHash);
    return { attempt, identity: fromStored(openJson(this.secretBox, resultSealed, place)) };
  }

  async finish(attempt: Attempt, at: Date): Promise<boolean> {
    return (await this.session.execute(FINISH, [attempt.connectionId, attempt.stateHash, at])) === 1;
  }

  async rememberAssertion(connectionId: number, assertion: { id: string; expiresAt: Date }): Promise<boolean> {
    const added = await this.session.execute(
      `INSERT INTO sso_assertions (connection_id, assertion_id, expires_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
      [connectionId, assertion.id, assertion.expiresAt],
    );
    return added === 1;
  }

  async purge(before: Date): Promise<number> {
    let removed = 0;
    for (const table of ['sso_attempts', 'sso_assertions', 'sso_codes', 'sso_proposed_links', 'sso_link_tickets'])
      removed += await this.session.execute(`DELETE FROM ${table} WHERE expires_at < $1`, [before]);
    return removed;
  }
}

function placeOf(column: 'memory_sealed' | 'result_sealed', stateHash: Uint8Array): string {
  return `sso_attempts.${column}:${keyText(stateHash)}`;
}
