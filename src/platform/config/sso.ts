import { isIP } from 'node:net';
import type { Environment } from './environment.js';
import { networksOf } from './networks.js';

export interface SsoConfig {
  /** Where identity providers may be: as `dataSources.networks`. */
  readonly networks: readonly string[];
  /** Only on a person's own machine. */
  readonly allowsPlainHttp: boolean;
  /** Where the browser may go with the code of a login: exactly these addresses, with any query of their own. */
  readonly returnUrls: readonly string[];
  /** Servers that are asked about the DNS; if empty, those of the system. */
  readonly nameServers: readonly string[];
  /** Whether an authenticator app makes an account fit for emergencies, beside passkeys, which cannot be phished. */
  readonly breakGlassAcceptsTotp: boolean;
}

/**
 * @param pagesUrl where the pages are: logins may always end there, and at the service itself
 * @param isLocal a person's own machine, where an identity provider may run beside the service without TLS
 */
export function ssoOf(env: Environment, { origin, pagesUrl }: { origin: string; pagesUrl: string }, isLocal: boolean): SsoConfig {
  const returnUrls = env.list('SSO_RETURN_URLS');
  if (returnUrls.some((url) => !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))) {
    env.reject('SSO_RETURN_URLS', 'must be a comma-separated list of addresses such as https://app.example/signed-in');
  }
  const nameServers = env.list('SSO_NAME_SERVERS');
  if (nameServers.some((server) => isIP(server.replace(/^\[(.*)\](:\d+)?$|^(\d+(?:\.\d+){3})(:\d+)?$/, '$1$3')) === 0)) {
    env.reject('SSO_NAME_SERVERS', 'must be a comma-separated list of addresses such as 9.9.9.9 or 127.0.0.1:5353');
  }
  return {
    networks: networksOf(env, 'SSO_NETWORKS', isLocal),
    allowsPlainHttp: isLocal,
    returnUrls: [...new Set([`${pagesUrl}/`, `${pagesUrl}/signed-in`, `${origin}/`]), ...returnUrls],
    nameServers,
    breakGlassAcceptsTotp: env.flag('SSO_BREAK_GLASS_TOTP', isLocal),
  };
}
