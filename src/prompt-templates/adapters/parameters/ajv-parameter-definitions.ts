import { Injectable } from '@nestjs/common';
import type { FieldError } from '../../../shared/domain-error.js';
import { ParameterDefinitions } from '../../application/ports/parameter-values.js';
import { PARAMETER_TYPES, type Parameter, type ParameterType } from '../../domain/parameter.js';
import { errorsOf } from './ajv.js';
import { problemsOf } from './ajv-parameter-values.js';
import { definitionSchemaOf } from './definition-schema.js';
import { LinearPattern } from './linear-pattern.js';
import { PatternRefused } from './pattern-syntax.js';
import { pathOf, sentenceOf } from './sentences.js';
import { valueOfText } from './text-value.js';
import { LONGEST_MATCHED } from './value-schema.js';
import { type Sentence, say } from '../../../shared/sentence.js';

const MOST_PARAMETERS = 64;
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
const UNSTORABLE = /[\0\p{Cs}]/u;

/** What other systems call the types. */
const ALIASES: Readonly<Record<string, ParameterType>> = {
  text: 'string',
  paragraph: 'string',
  float: 'number',
  decimal: 'number',
  int: 'integer',
  bool: 'boolean',
  timestamp: 'datetime',
  select: 'enum',
  list: 'array',
};

const BOUNDS = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
] as const;

@Injectable()
export class AjvParameterDefinitions extends ParameterDefinitions {
  normalized(given: readonly unknown[]): { parameters: readonly Parameter[]; problems: readonly FieldError[] } {
    if (given.length > MOST_PARAMETERS) {
      return { parameters: [], problems: [{ field: 'parameters', message: say('Must have at most {most}.', { most: MOST_PARAMETERS }) }] };
    }
    const parameters: Parameter[] = [];
    const problems: FieldError[] = [];
    const names = new Set<unknown>();
    given.forEach((definition, index) => {
      const canonical = canonicalOf(definition);
      const found = definitionProblems(canonical);
      const name = (canonical as { name?: unknown } | null)?.name;
      if (typeof name === 'string' && names.has(name)) {
        found.push({ field: '.name', message: say('Another parameter is called {name}.', { name }) });
      }
      names.add(name);
      problems.push(...firstOfEach(found).map(({ field, message }) => ({ field: `parameters[${index}]${field}`, message })));
      if (found.length === 0) parameters.push(canonical as Parameter);
    });
    return { parameters, problems };
  }
}

/** Of definitions as they came in; what is no list of objects is told by the class of the body. */
export function problemsOfParameters(given: unknown): readonly FieldError[] {
  return Array.isArray(given) ? new AjvParameterDefinitions().normalized(given).problems : [];
}

function firstOfEach(problems: readonly FieldError[]): readonly FieldError[] {
  return problems.filter(({ field }, index) => problems.findIndex((other) => other.field === field) === index);
}

function canonicalOf(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const { items, ...rest } = given as { type?: unknown; items?: unknown };
  const type = wordFor(rest.type);
  return {
    ...rest,
    ...('type' in rest && { type }),
    ...(items !== undefined && { items: itemsOf(items) }),
    ...(items === undefined && type === 'array' && { items: { type: 'string' } }),
  };
}

function itemsOf(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  return 'type' in given ? { ...given, type: wordFor(given.type) } : given;
}

function wordFor(type: unknown): unknown {
  return typeof type === 'string' && Object.hasOwn(ALIASES, type) ? ALIASES[type] : type;
}

function definitionProblems(definition: unknown): FieldError[] {
  if (typeof definition !== 'object' || definition === null || Array.isArray(definition)) {
    return [{ field: '', message: 'Must be an object.' }];
  }
  const { type, name } = definition as { type?: unknown; name?: unknown };
  const known = PARAMETER_TYPES.find((word) => word === type);
  const message = say('Must be one of {allowed}.', { allowed: PARAMETER_TYPES });
  const wrongName = typeof name === 'string' && (!NAME.test(name) || name in Object.prototype);
  const named: FieldError[] = wrongName
    ? [{ field: '.name', message: 'Must have at most 64 letters, digits and underscores, and not begin with a digit.' }]
    : [];
  if (known === undefined) return [...named, { field: '.type', message }];
  const shape = errorsOf(definitionSchemaOf(known), definition).map((error) => ({
    field: pathOf(error),
    message: error.instancePath === '/default' && error.keyword === 'type' ? 'Must be a text, even for a number: "5".' : sentenceOf(error),
  }));
  const problems = [...named, ...shape, ...unstorable(definition, '')];
  return shape.length > 0 ? problems : [...problems, ...contradictions(definition as Parameter)];
}

function unstorable(value: object, path: string): FieldError[] {
  return Object.entries(value).flatMap(([key, member]: [string, unknown]): FieldError[] => {
    const field = Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`;
    if (typeof member === 'object' && member !== null) return unstorable(member, field);
    const isBroken = typeof member === 'string' && UNSTORABLE.test(member);
    return isBroken ? [{ field, message: 'Must not contain NUL or broken Unicode text.' }] : [];
  });
}

/** Finds contradictions in a definition that has only valid members. */
function contradictions(parameter: Parameter): FieldError[] {
  const { type, items, pattern, maxLength } = parameter;
  const problems: FieldError[] = [];
  for (const [least, most] of BOUNDS) {
    const [low, high] = [parameter[least], parameter[most]];
    if (low !== undefined && high !== undefined && low > high) {
      problems.push({ field: `.${least}`, message: say('Must not be more than {most}.', { most }) });
    }
  }
  if (items !== undefined && (items.type === 'enum') !== (items.enum !== undefined)) {
    problems.push({ field: '.items.enum', message: items.type === 'enum' ? 'Is required.' : 'Is not known here.' });
  }
  if (pattern !== undefined) {
    const refusal = refusalOf(pattern);
    if (refusal !== null) problems.push({ field: '.pattern', message: refusal });
    if ((maxLength ?? 0) > LONGEST_MATCHED) {
      problems.push({ field: '.maxLength', message: say('Must be {most} or less if there is a pattern.', { most: LONGEST_MATCHED }) });
    }
  }
  if (problems.length > 0 || parameter.default === undefined) return problems;
  const value = valueOfText(type, parameter.default);
  return problemsOf(parameter, value).map(({ path, message }) => ({ field: `.default${path}`, message }));
}

function refusalOf(pattern: string): Sentence | null {
  try {
    new LinearPattern(pattern);
    return null;
  } catch (error) {
    if (error instanceof PatternRefused) return error.sentence;
    throw error;
  }
}
