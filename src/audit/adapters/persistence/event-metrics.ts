import { Injectable } from '@nestjs/common';
import { Metrics } from '../../../platform/metrics/metrics.js';
import type { AuditEvent } from '../../../shared/ports/audit-trail.js';

type Detail = NonNullable<AuditEvent['detail']>;
type Label<Name extends string> = Readonly<Record<Name, string>>;

const WAYS = ['password', 'trusted_device', 'totp', 'webauthn', 'recovery_code', 'sso'];
/** By RFC 8176, and our own names beside it; the last one that a login has says how it was completed. */
const WAY_OF_METHOD: Readonly<Record<string, string>> = {
  pwd: 'password',
  trusted_device: 'trusted_device',
  otp: 'totp',
  hwk: 'webauthn',
  rc: 'recovery_code',
  sso: 'sso',
};
const LOGIN_REFUSALS = ['wrong_credentials', 'throttled', 'too_many_guesses', 'sso_required', 'credentials_changed'];
const FACTORS = ['totp', 'webauthn', 'recovery_code'];
const FACTOR_REFUSALS = ['throttled', 'other_device', 'unknown_or_ended'];
/** Events that the operator and the security team should learn of even when they happen once. */
const SIGNALS: Readonly<Record<string, string>> = {
  'device.token_reused': 'device_token_reused',
  'mfa.counter_regressed': 'webauthn_counter_regressed',
  'sso.break_glass.used': 'break_glass_used',
};

/** Counts for Prometheus what the audit trail records: no use case has to know about metrics. */
@Injectable()
export class EventMetrics {
  private readonly countLogin: (labels: Label<'way' | 'outcome'>) => void;
  private readonly countFactor: (labels: Label<'kind' | 'outcome'>) => void;
  private readonly countStepUp: (labels: Label<'outcome'>) => void;
  private readonly countSignal: (labels: Label<'signal'>) => void;
  private readonly counted: Readonly<Record<string, (event: AuditEvent) => void>>;

  constructor(metrics: Metrics) {
    this.countLogin = metrics.labelledCounter(
      'headgate_logins_total',
      'Logins by the way in which they were completed and how they ended',
      ['way', 'outcome'],
      [
        ...WAYS.map((way) => ({ way, outcome: 'success' })),
        ...[...LOGIN_REFUSALS, 'second_factor_asked'].map((outcome) => ({ way: 'password', outcome })),
        { way: 'sso', outcome: 'refused' },
      ],
    );
    this.countFactor = metrics.labelledCounter(
      'headgate_second_factors_total',
      'Second factors that were shown at logins, by their kind and result; the kind is none when no factor was ' + 'checked',
      ['kind', 'outcome'],
      [
        ...FACTORS.flatMap((kind) => ['success', 'wrong'].map((outcome) => ({ kind, outcome }))),
        ...FACTOR_REFUSALS.map((outcome) => ({ kind: 'none', outcome })),
      ],
    );
    this.countStepUp = metrics.labelledCounter(
      'headgate_step_ups_total',
      'Proofs that a live session was asked for again',
      ['outcome'],
      [{ outcome: 'success' }, { outcome: 'refused' }],
    );
    this.countSignal = metrics.labelledCounter(
      'headgate_security_signals_total',
      'Events that a person should look at even when they happen once',
      ['signal'],
      Object.values(SIGNALS).map((signal) => ({ signal })),
    );
    this.counted = {
      'session.logged_in': (event) => this.login(event),
      'sso.login.refused': () => this.countLogin({ way: 'sso', outcome: 'refused' }),
      'mfa.verified': (event) => this.factor(event),
      'session.stepped_up': ({ outcome }) => this.countStepUp({ outcome }),
    };
  }

  count(event: AuditEvent): void {
    const { action } = event;
    const signal = SIGNALS[action];
    if (signal !== undefined) this.countSignal({ signal });
    this.counted[action]?.(event);
  }

  private login({ outcome, detail }: AuditEvent): void {
    if (outcome === 'success') return this.countLogin({ way: wayOf(detail ?? {}), outcome });
    const reason = detail?.['reason'];
    if (reason === 'mfa_required') return this.countLogin({ way: 'password', outcome: 'second_factor_asked' });
    return this.countLogin({ way: 'password', outcome: oneOf(LOGIN_REFUSALS, reason) });
  }

  private factor({ outcome, detail }: AuditEvent): void {
    if (outcome === 'success') return this.countFactor({ kind: oneOf(FACTORS, detail?.['method']), outcome });
    const reason = String(detail?.['reason']);
    if (reason.startsWith('wrong_')) return this.countFactor({ kind: oneOf(FACTORS, reason.slice('wrong_'.length)), outcome: 'wrong' });
    return this.countFactor({ kind: 'none', outcome: oneOf(FACTOR_REFUSALS, reason) });
  }
}

function wayOf({ amr, sso_connection_id: connection }: Detail): string {
  if (connection !== undefined) return 'sso';
  return (Array.isArray(amr) ? WAY_OF_METHOD[String(amr.at(-1))] : undefined) ?? 'other';
}

/** Texts that other people choose would make endless series. */
function oneOf(known: readonly string[], value: unknown): string {
  return typeof value === 'string' && known.includes(value) ? value : 'other';
}
