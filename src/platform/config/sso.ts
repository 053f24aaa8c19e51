import { isIP } from 'node:net';
import type { Config } from './config.js';
import type { Environment } from './environment.js';
import { networksOf } from './networks.js';

/**
 * @param origin of the service itself, where logins may always end
 * @param isLocal somebody's own machine, where an identity provider may be next door and without TLS
 */
export function ssoOf(env: Environment, origin: string, isLocal: boolean): Config['sso'] {
  const returnUrls = env.list('SSO_RETURN_URLS');
  if (returnUrls.some((url) => !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))) {
    env.reject('SSO_RETURN_URLS', 'must be a comma-separated list of addresses such as https://app.example/signed-in');
  }
  const nameServers = env.list('SSO_NAME_SERVERS');
  if (
    nameServers.some((server) => isIP(server.replace(/^\[(.*)\](:\d+)?$|^(\d+(?:\.\d+){3})(:\d+)?$/, '$1$3')) === 0)
  ) {
    env.reject('SSO_NAME_SERVERS', 'must be a comma-separated list of addresses such as 9.9.9.9 or 127.0.0.1:5353');
  }
  return {
    networks: networksOf(env, 'SSO_NETWORKS', isLocal),
    allowsPlainHttp: isLocal,
    returnUrls: [`${origin}/`, ...returnUrls],
    nameServers,
    breakGlassAcceptsTotp: env.flag('SSO_BREAK_GLASS_TOTP', isLocal),
  };
}
