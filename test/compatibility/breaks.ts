import type { ApiDocument, Operation } from '../setup/api-contract.js';
import { type Schema, type Side, SchemaBreaks, nameOf } from './schema-breaks.js';

type Operations = ReadonlyMap<string, Operation>;
type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

/** What a client that was made for the document `before` can no longer rely on, a sentence each. The rules are those of oasdiff, but for
 * new values of enumerations in answers: docs/compatibility.md asks clients to expect them. */
export function breaksBetween(before: ApiDocument, now: ApiDocument): string[] {
  const schemas = new SchemaBreaks(before.components.schemas, now.components.schemas);
  const current = operationsOf(now);
  const found = [...operationsOf(before)].flatMap(([route, old]) => {
    const operation = current.get(route);
    return operation === undefined ? [`${route} is gone`] : operationBreaks(route, old, operation, schemas);
  });
  return [...new Set([...found, ...statusBreaks(before, now)])].toSorted();
}

function operationsOf({ paths }: ApiDocument): Operations {
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation]),
    ),
  );
}

function operationBreaks(route: string, old: Operation, now: Operation, schemas: SchemaBreaks): string[] {
  const renamed = old.operationId === now.operationId ? [] : [`${route} has another operationId: ${now.operationId}`];
  const isOpen = ({ security = [] }: Operation): boolean => security.length === 0 || security.some((way) => Object.keys(way).length === 0);
  const closed = isOpen(old) && !isOpen(now) ? [`${route} needs a login`] : [];
  return [
    ...renamed,
    ...closed,
    ...parameterBreaks(route, old, now, schemas),
    ...bodyBreaks(route, old, now, schemas),
    ...answerBreaks(route, old, now, schemas),
  ];
}

function parameterBreaks(route: string, old: Operation, now: Operation, schemas: SchemaBreaks): string[] {
  const keyed = ({ parameters = [] }: Operation) => new Map(parameters.map((one) => [`${one.in} ${one.name}`, one]));
  const before = keyed(old);
  const current = keyed(now);
  const kept = [...before].flatMap(([name, { schema = {} }]) => {
    const parameter = current.get(name);
    return parameter === undefined
      ? [`${route} takes no ${name}`]
      : schemas.between(schema, parameter.schema ?? {}, 'request', `${route} ${name}`);
  });
  const needed = [...current].filter(([name, { required }]) => required === true && before.get(name)?.required !== true);
  return [...kept, ...needed.map(([name]) => `${route} needs ${name}`)];
}

function bodyBreaks(route: string, old: Operation, now: Operation, schemas: SchemaBreaks): string[] {
  const [before, current] = [old.requestBody, now.requestBody];
  if (before === undefined) return current?.required === true ? [`${route} needs a body`] : [];
  if (current === undefined) return [`${route} takes no body`];
  const needed = current.required === true && before.required !== true ? [`${route} needs a body`] : [];
  return [...needed, ...contentBreaks(before.content, current.content, 'request', `${route} body`, schemas)];
}

function answerBreaks(route: string, old: Operation, now: Operation, schemas: SchemaBreaks): string[] {
  return Object.entries(old.responses).flatMap(([status, before]) => {
    if (!status.startsWith('2') || '$ref' in before) return [];
    const current = now.responses[status];
    const where = `${route} ${status}`;
    if (current === undefined || '$ref' in current) return [`${where} is gone`];
    const certain = Object.entries(before.headers ?? {}).filter(([, { required }]) => required === true);
    const headers = certain
      .filter(([name]) => current.headers?.[name]?.required !== true)
      .map(([name]) => `${where} may lack the header ${name}`);
    return [...headers, ...contentBreaks(before.content ?? {}, current.content ?? {}, 'answer', where, schemas)];
  });
}

function contentBreaks(before: Content, now: Content, side: Side, where: string, schemas: SchemaBreaks): string[] {
  return Object.entries(before).flatMap(([type, { schema = {} }]) => {
    const current = now[type];
    return current === undefined ? [`${where} has no ${type}`] : schemas.between(schema, current.schema ?? {}, side, where);
  });
}

/** An error keeps its status, wherever it is answered. */
function statusBreaks(before: ApiDocument, now: ApiDocument): string[] {
  const current = statusesOf(now);
  return [...statusesOf(before)].flatMap(([error, statuses]) => {
    const others = [...(current.get(error) ?? [])].filter((status) => !statuses.has(status));
    return others.map((status) => `${error} comes with ${status}`);
  });
}

function statusesOf({ paths, components }: ApiDocument): ReadonlyMap<string, Set<string>> {
  const statuses = new Map<string, Set<string>>();
  for (const methods of Object.values(paths))
    for (const { responses } of Object.values(methods))
      for (const [status, response] of Object.entries(responses)) {
        const whole = '$ref' in response ? components.responses[nameOf(response.$ref)] : response;
        for (const [, name = ''] of JSON.stringify(whole?.content ?? {}).matchAll(/"#\/components\/schemas\/(\w+Error)"/g))
          statuses.set(name, (statuses.get(name) ?? new Set()).add(status));
      }
  return statuses;
}
