import { USER_ATTRIBUTES } from './attributes.js';
import type { Literal } from './data-policy.js';
import type { Principal } from './policy-request.js';

const OWN = /^own\.[A-Za-z][A-Za-z0-9_]{0,49}$/;

/** `list`: it has to be compared by `in`. `null`: there is no such attribute to compare rows with. */
export function kindOfAttribute(name: string): 'list' | 'text' | null {
  if (OWN.test(name)) return 'list';
  if (!Object.hasOwn(USER_ATTRIBUTES, name)) return null;
  const { type } = USER_ATTRIBUTES[name as keyof typeof USER_ATTRIBUTES];
  if (type === 'String') return 'text';
  return type === 'Set<String>' ? 'list' : null;
}

/** @returns `null` if the person does not have it; an unverified address does not count */
export function valuesFor({ attributes, own }: Principal, name: string): readonly Literal[] | null {
  if (name.startsWith('own.')) {
    const key = name.slice('own.'.length);
    return Object.hasOwn(own, key) ? (own[key] ?? null) : null;
  }
  if (kindOfAttribute(name) === null || (name === 'email' && !attributes.emailVerified)) return null;
  const value = (attributes as Readonly<Record<string, unknown>>)[name];
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? (value as readonly string[]) : null;
}
