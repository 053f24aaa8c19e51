import { type Attribute, CONTEXT_ATTRIBUTES, RESOURCE_ATTRIBUTES, USER_ATTRIBUTES } from './attributes.js';
import type { PolicyRequest } from './policy-request.js';
import type { PolicyTree } from './policy-set.js';
import { type ReadAttribute, attributesIn, literalsIn } from './policy-tree.js';

interface Flip {
  readonly name: string;
  readonly value: unknown;
  readonly changed: PolicyRequest;
}

const OWN = 'own.';
const OF = { principal: USER_ATTRIBUTES, resource: RESOURCE_ATTRIBUTES, context: CONTEXT_ATTRIBUTES };
const RANGE = /^[\da-f.:]+(?:\/\d+)?$/i;

/** The request with one attribute changed at a time, to a value that the policy compares it with. */
export function flipsOf(tree: PolicyTree, request: PolicyRequest): readonly Flip[] {
  const literals = literalsIn(tree);
  return attributesIn(tree).flatMap((attribute) =>
    otherValues(attribute, valueOf(request, attribute), literals).map((value) => ({
      name: `${attribute.of}.${attribute.name}`,
      value,
      changed: changedTo(request, attribute, value),
    })),
  );
}

export function valueOf(request: PolicyRequest, { of, name }: ReadAttribute): unknown {
  if (of === 'principal')
    return name.startsWith(OWN)
      ? request.principal.own[name.slice(OWN.length)]
      : (request.principal.attributes as Readonly<Record<string, unknown>>)[name];
  if (of === 'resource') return (request.resource as Readonly<Record<string, unknown>>)[name];
  return { ...request.context, allowedByRoles: request.allowedByRoles }[name];
}

function otherValues({ of, name }: ReadAttribute, value: unknown, literals: readonly unknown[]): readonly unknown[] {
  const catalogue: Readonly<Record<string, Attribute>> = OF[of];
  const type = name.startsWith(OWN) ? 'Set<String>' : catalogue[name]?.type;
  const texts = literals.filter((literal): literal is string => typeof literal === 'string');
  const numbers = literals.filter((literal): literal is number => typeof literal === 'number');
  if (type === 'Bool') return [value !== true];
  if (type === 'Long') return [...new Set(numbers.flatMap((number) => [number - 1, number, number + 1]))].filter((n) => n >= 0);
  if (type === 'String') return texts.filter((text) => text !== value);
  if (type === 'ipaddr') return texts.filter((text) => RANGE.test(text)).map((text) => text.split('/')[0]);
  if (type !== 'Set<String>') return [];
  const held = Array.isArray(value) ? (value as string[]) : [];
  return [
    ...texts.filter((text) => !held.includes(text)).map((text) => [...held, text]),
    ...held.map((one) => held.filter((text) => text !== one)),
  ];
}

function changedTo(request: PolicyRequest, { of, name }: ReadAttribute, value: unknown): PolicyRequest {
  const { principal, resource, context } = request;
  if (of === 'resource') return { ...request, resource: { ...resource, [name]: value } };
  if (of === 'principal') {
    if (name.startsWith(OWN))
      return {
        ...request,
        principal: { ...principal, own: { ...principal.own, [name.slice(OWN.length)]: value as string[] } },
      };
    return { ...request, principal: { ...principal, attributes: { ...principal.attributes, [name]: value } } };
  }
  if (name === 'allowedByRoles') return { ...request, allowedByRoles: value === true };
  return { ...request, context: { ...context, [name]: value } };
}
