import type { Environment } from './environment.js';

/** The proxies in front that may say where clients come from. */
export function proxiesOf(env: Environment): {
  trustProxy: number | readonly string[] | false;
  countryHeader: string | null;
} {
  const trustProxy = trustProxyOf(env);
  return { trustProxy, countryHeader: countryHeaderOf(env, trustProxy !== false) };
}

function countryHeaderOf(env: Environment, hasProxy: boolean): string | null {
  const name = env.text('COUNTRY_HEADER');
  if (name === undefined) return null;
  if (!/^[A-Za-z][A-Za-z0-9-]{0,63}$/.test(name)) env.reject('COUNTRY_HEADER', 'must be the name of a header');
  if (!hasProxy) env.reject('COUNTRY_HEADER', 'needs TRUST_PROXY: without a proxy in front, clients could name any country');
  return name.toLowerCase();
}

function trustProxyOf(env: Environment): number | readonly string[] | false {
  const items = env.list('TRUST_PROXY');
  const [first] = items;
  if (first === undefined || first === 'false' || first === '0') return false;
  if (items.length === 1 && /^[1-9]\d?$/.test(first)) return Number(first);
  const named = ['loopback', 'linklocal', 'uniquelocal'];
  if (items.every((item) => named.includes(item) || /^[0-9a-fA-F.:]+(\/\d{1,3})?$/.test(item))) return items;
  env.reject('TRUST_PROXY', 'must be a number of proxies or a comma-separated list of their addresses or networks');
  return false;
}
