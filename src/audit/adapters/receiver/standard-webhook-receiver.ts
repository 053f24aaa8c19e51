import { createHmac, randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { GuardedFetch } from '../../../platform/network/guarded-fetch.js';
import { FetchFailed, type FetchFault } from '../../../platform/network/vetted-exchange.js';
import type { Sentence } from '../../../shared/sentence.js';
import { type Message, WebhookReceiver } from '../../application/ports/webhook-receiver.js';
import { ATTEMPT_FAULTS, type Attempt, type AttemptFault, TEST_TYPE } from '../../domain/webhook.js';
import { toAuditEvent } from '../http/audit-response.js';

const SECRET_BYTES = 32;
const LONGEST_WAIT_SECONDS = 86_400;

/** Events as Standard Webhooks has them: `type`, `timestamp` and `data`, signed with HMAC-SHA256. */
export class StandardWebhookReceiver extends WebhookReceiver {
  /** Separate from the requests of logins, so that silent receivers delay none. @param asked for what people ask for, so that it delays no event */
  constructor(
    private readonly outgoing: GuardedFetch,
    private readonly asked: GuardedFetch,
  ) {
    super();
  }

  mintSecret(): string {
    return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
  }

  faultOf(url: string): Sentence | null {
    return this.outgoing.problemOf(url, 'Send an address such as https://receiver.example/headgate, without a name and password.');
  }

  async send({ webhookId, organizationId, isAsked, url, secrets, id, at, event }: Message): Promise<Attempt> {
    const data = event === null ? { webhook_id: webhookId } : toAuditEvent(event);
    const body = JSON.stringify({ type: event?.action ?? TEST_TYPE, timestamp: (event?.occurredAt ?? at).toISOString(), data });
    const timestamp = Math.floor(at.getTime() / 1000);
    const headers = {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'Headgate',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': secrets.map((secret) => signatureOf(secret, `${id}.${timestamp}.${body}`)).join(' '),
    };
    const begun = performance.now();
    const ended = (fault: Attempt['fault'], status: number | null, retryAfterSeconds: number | null = null): Attempt => ({
      fault,
      status,
      durationMs: Math.round(performance.now() - begun),
      retryAfterSeconds,
    });
    try {
      const request = { method: 'POST', headers, body, party: `organization ${organizationId}`, needsBody: false } as const;
      const answer = await (isAsked ? this.asked : this.outgoing).fetch(url, request);
      return ended(answer.ok ? null : 'ANSWERED', answer.status, secondsOf(answer.headers.get('retry-after'), at));
    } catch (error) {
      if (error instanceof FetchFailed && isOfAttempt(error.fault)) return ended(error.fault, null);
      throw error;
    }
  }
}

/** Others are about what follows the headers, which is not read. */
function isOfAttempt(fault: FetchFault): fault is AttemptFault & FetchFault {
  return (ATTEMPT_FAULTS as readonly string[]).includes(fault);
}

function signatureOf(secret: string, signed: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

/** Of `Retry-After` (RFC 9110 section 10.2.3): seconds, or a date. */
function secondsOf(text: string | null, now: Date): number | null {
  if (text === null) return null;
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - now.getTime()) / 1000;
  return Number.isFinite(seconds) ? Math.min(LONGEST_WAIT_SECONDS, Math.max(0, Math.ceil(seconds))) : null;
}
