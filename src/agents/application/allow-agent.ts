import { Injectable } from '@nestjs/common';
import { RequireAccount } from '../../accounts/application/require-account.js';
import type { Caller } from '../../shared/caller.js';
import { ValidationFailed } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Mailer } from '../../shared/ports/mailer.js';
import { ServiceOrigin } from '../../shared/ports/service-origin.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { say, verbatim } from '../../shared/sentence.js';
import type { KeyScope } from '../domain/access-key.js';
import { hostOfRedirect } from '../domain/agent-client.js';
import { ClientNotAdmitted } from '../domain/agent.errors.js';
import { agentAllowedMail } from '../domain/agent-mail.js';
import { CODE_SECONDS, mintCredential } from '../domain/agent-token.js';
import { answerAddress, unreadable } from '../domain/authorization-request.js';
import { AdmitKeys } from './admit-keys.js';
import { JudgeAgentRequest, type JudgedRequest } from './judge-agent-request.js';
import { OpenGrant } from './open-grant.js';

export interface AgentConsent {
  readonly caller: Caller;
  /** The query that the client sent the person here with: it is judged again. */
  readonly query: string;
  readonly organizationId: number;
  readonly scopes: readonly KeyScope[];
  readonly dataSourceIds: readonly number[] | null;
  readonly days: number;
}

const DAY_MS = 86_400_000;

/** A person lets a client act for them. The code goes into the answer to that person's own request: nobody else can fetch it. */
@Injectable()
export class AllowAgent {
  constructor(
    private readonly judgeRequest: JudgeAgentRequest,
    private readonly admitKeys: AdmitKeys,
    private readonly openGrant: OpenGrant,
    private readonly requireAccount: RequireAccount,
    private readonly mailer: Mailer,
    private readonly origin: ServiceOrigin,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns where the browser takes the code
   * @throws Unauthorized, Forbidden, ValidationFailed, ClientNotAdmitted, KeysOfMembersOnly, NoKeyForEmergencies, TooManyAgents
   */
  async execute(consent: AgentConsent): Promise<string> {
    const { caller, query, organizationId, scopes, dataSourceIds, days } = consent;
    const { request, client, organizations } = await this.judgeRequest.execute(caller, query);
    if (request.refusal !== null) throw unreadable(verbatim(request.refusal.description));
    assertWithin(consent, request.scopes, organizations);
    await this.admitKeys.requireScopes(caller, organizationId, scopes);
    await this.admitKeys.requireSources(caller, organizationId, dataSourceIds);
    const { text, hash } = mintCredential('code');
    const event = { action: 'agent.allowed', actorUserId: caller.userId, organizationId };
    const grant = async (): Promise<void> => {
      const createdAt = this.clock.now();
      const expiresAt = new Date(createdAt.getTime() + CODE_SECONDS * 1000);
      const grantExpiresAt = new Date(createdAt.getTime() + days * DAY_MS);
      const redirectHost = hostOfRedirect(request.redirectUri);
      const refusedScopes = request.scopes.filter((scope) => !scopes.includes(scope));
      const asked = { organizationId, name: client.name, clientId: client.id, redirectHost, scopes, refusedScopes, dataSourceIds };
      const code = { hash, redirectUri: request.redirectUri, codeChallenge: request.codeChallenge, grantExpiresAt };
      const { id, isFirst } = await this.openGrant.execute(caller, { ...asked, createdAt, expiresAt }, code);
      if (isFirst) {
        const told = { name: client.name, host: client.host ?? redirectHost };
        await this.mailer.send(agentAllowedMail(await this.requireAccount.execute(caller.userId), told, createdAt, grantExpiresAt));
      }
      await this.auditTrail.record({
        ...event,
        outcome: 'success',
        target: { type: 'agent', id },
        detail: {
          ...{ name: client.name, client_id: client.id, redirect_host: redirectHost, scopes },
          ...{ expires_at: grantExpiresAt.toISOString(), data_source_ids: dataSourceIds?.map(String) ?? null },
        },
      });
    };
    await recordRefusal(this.auditTrail, event, () => this.unitOfWork.run(grant));
    return answerAddress(request, { code: text }, this.origin.publicUrl);
  }
}

function assertWithin(
  { organizationId, scopes, days }: AgentConsent,
  asked: readonly KeyScope[],
  organizations: JudgedRequest['organizations'],
): void {
  const rules = organizations.find(({ id }) => id === organizationId)?.rules;
  if (rules === undefined) throw new ClientNotAdmitted();
  const beyond = scopes.filter((scope) => !asked.includes(scope) || !rules.scopes.includes(scope));
  if (beyond.length > 0) {
    const message = say('The program did not ask for {scopes}, or the organization does not allow it.', { scopes: [...beyond] });
    throw new ValidationFailed([{ field: 'scopes', message }]);
  }
  if (days <= rules.longestDays) return;
  const message = say('The organization allows {days} days at most.', { days: rules.longestDays });
  throw new ValidationFailed([{ field: 'days', message }]);
}
