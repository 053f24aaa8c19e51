import type { FieldError } from '../../shared/domain-error.js';
import type { Permission } from '../../shared/permission.js';
import {
  type Attribute,
  CONTEXT_ATTRIBUTES,
  RESOURCE_ATTRIBUTES,
  type RequestContext,
  USER_ATTRIBUTES,
  type UserAttributes,
} from './attributes.js';
import { actsOn } from './cedar-schema.js';
import type { PolicyRequest, Resource } from './policy-request.js';
import { say } from '../../shared/sentence.js';

export const EXPECTATIONS = ['allowed', 'refused'] as const;
export const RESOURCE_TYPES = ['Organization', 'Workspace', 'DataSource'] as const;
export const MOST_EXAMPLES = 50;

type Expectation = (typeof EXPECTATIONS)[number];

/** A request, and what the version has to decide about it. Attributes that it leaves out have usual values. */
export interface Example {
  readonly name: string;
  readonly expected: Expectation;
  readonly action: Permission;
  readonly resource: {
    readonly type: Resource['type'];
    readonly id?: number | undefined;
    readonly labels?: readonly string[] | undefined;
  };
  readonly principal: Readonly<Record<string, unknown>>;
  readonly context: Readonly<Record<string, unknown>>;
}

export interface ExampleOutcome {
  readonly name: string;
  readonly expected: Expectation;
  readonly decided: Expectation;
  readonly errors: readonly string[];
}

const PERSON: UserAttributes = {
  roles: [],
  groups: [],
  email: 'person@company.example',
  emailVerified: true,
  accountAgeDays: 365,
};
const USUAL: RequestContext = {
  amr: ['pwd'],
  acr: 'aal1',
  proofAgeSeconds: 60,
  deviceTrusted: false,
  accessKey: false,
  network: '192.0.2.10',
  now: new Date('2026-01-07T10:00:00Z'),
};

/** Of what has the form of an example. */
export function problemsOfExample(example: Example, index: number): readonly FieldError[] {
  return errorsIn(example, `examples[${index}]`);
}

/** The same person after a role or group of theirs was renamed. */
export function exampleNaming(example: Example, attribute: 'roles' | 'groups', from: string, to: string): Example {
  const names = example.principal[attribute];
  if (!Array.isArray(names)) return example;
  const now = names.map((name: unknown) => (name === from ? to : name));
  return { ...example, principal: { ...example.principal, [attribute]: now } };
}

export function requestOf(organizationId: number, { action, resource, principal, context }: Example): PolicyRequest {
  const { own = {}, userId = 1, ...attributes } = principal;
  const { allowedByRoles = true, now, ...asked } = context;
  const at = now === undefined ? {} : { now: new Date(now as string) };
  return {
    organizationId,
    epoch: 0,
    isBreakGlass: false,
    allowedByRoles: allowedByRoles === true,
    action,
    principal: {
      userId: userId as number,
      attributes: { ...PERSON, ...attributes },
      own: own as Record<string, string[]>,
    },
    resource:
      resource.type === 'Organization'
        ? { type: resource.type }
        : { type: resource.type, id: resource.id ?? 1, labels: resource.labels ?? [] },
    context: { ...USUAL, ...asked, ...at },
  };
}

function errorsIn({ action, resource, principal, context }: Example, field: string): FieldError[] {
  const { own, userId, ...person } = principal;
  const { labels } = resource;
  const errors = [
    ...wrongIn(USER_ATTRIBUTES, person, `${field}.principal`),
    ...wrongIn(CONTEXT_ATTRIBUTES, context, `${field}.context`),
    ...wrongIn(RESOURCE_ATTRIBUTES, labels === undefined ? {} : { labels }, `${field}.resource`),
  ];
  if (userId !== undefined && !isWhole(userId)) errors.push({ field: `${field}.principal.userId`, message: 'Must be a whole number.' });
  if (own !== undefined && !isRecordOfSets(own))
    errors.push({ field: `${field}.principal.own`, message: 'Must hold a list of texts for each name.' });
  if (!actsOn(action).includes(resource.type))
    errors.push({ field: `${field}.resource.type`, message: say('{action} acts on: {types}.', { action, types: actsOn(action) }) });
  return errors;
}

function wrongIn(catalogue: Readonly<Record<string, Attribute>>, values: Readonly<Record<string, unknown>>, field: string): FieldError[] {
  return Object.entries(values).flatMap(([name, value]): FieldError[] => {
    const attribute = Object.hasOwn(catalogue, name) ? catalogue[name] : undefined;
    const at = { field: `${field}.${name}` };
    if (attribute === undefined)
      return [{ ...at, message: say('There is no such attribute. It is one of: {names}.', { names: Object.keys(catalogue) }) }];
    return FITS[attribute.type](value) ? [] : [{ ...at, message: say('Must be of the type {type}.', { type: attribute.type }) }];
  });
}

const FITS: Readonly<Record<Attribute['type'], (value: unknown) => boolean>> = {
  Bool: (value) => typeof value === 'boolean',
  Long: isWhole,
  String: isText,
  'Set<String>': isSet,
  ipaddr: isText,
  datetime: (value) => isText(value) && !Number.isNaN(Date.parse(value)),
};

function isWhole(value: unknown): boolean {
  return Number.isSafeInteger(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isSet(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}

function isRecordOfSets(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).every(isSet);
}
