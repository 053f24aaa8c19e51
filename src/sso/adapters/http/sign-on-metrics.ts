import { Injectable } from '@nestjs/common';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { SSO_FAULTS, SsoFailed } from '../../domain/sso.errors.js';

/** `unknown` at the start of a login, when the connection has not been read yet. */
type Protocol = 'oidc' | 'saml' | 'unknown';

/** Counts for Prometheus how logins through identity providers end. */
@Injectable()
export class SignOnMetrics {
  private readonly count: (labels: { readonly protocol: Protocol; readonly fault: string }) => void;

  constructor(metrics: Metrics) {
    this.count = metrics.labelledCounter(
      'headgate_sso_logins_total',
      'Logins through identity providers, tests and links included, by protocol and fault; none when the person ' + 'was let in',
      ['protocol', 'fault'],
      (['oidc', 'saml'] as const).flatMap((protocol) => ['none', ...SSO_FAULTS].map((fault) => ({ protocol, fault }))),
    );
  }

  /** @param endsAt where the browser is sent at the end, with the fault in the query if there is one; `null` while the login continues */
  async watch<T>(protocol: Protocol, work: () => Promise<T>, endsAt: (result: T) => string | null): Promise<T> {
    try {
      const result = await work();
      const address = endsAt(result);
      if (address !== null) this.count({ protocol, fault: faultIn(address) ?? 'none' });
      return result;
    } catch (error) {
      if (error instanceof SsoFailed) this.count({ protocol, fault: error.fault });
      throw error;
    }
  }
}

/** Only this service writes `error` there; only values that it knows become a label. */
export function faultIn(address: string): string | undefined {
  const error = URL.canParse(address) ? new URL(address).searchParams.get('error') : null;
  return SSO_FAULTS.find((fault) => fault === error);
}
