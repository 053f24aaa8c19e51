import { SetMetadata } from '@nestjs/common';
import type { FieldError } from '../../shared/domain-error.js';
import { timeIn } from './is-time.js';
import { say } from '../../shared/sentence.js';

const JUDGE = 'headgate:judge';

/** Reads fields as they came in: each may be missing, or of another type, which the validators of the class tell. */
export type Judge<Fields> = (fields: Readonly<Partial<Record<keyof Fields, unknown>>>, now: Date) => readonly FieldError[];

/**
 * Rules of a body or a query that no validator of one field can tell: what excludes each other, a list that has a language of its own, a
 * time that must lie ahead. Judged here and not where they are used, because then an answer would name one mistake after the other.
 */
export function Judged<Fields>(judge: Judge<Fields>): ClassDecorator {
  return SetMetadata(JUDGE, judge);
}

/** @param named what the validators have told already */
export function judgementOf(type: object | undefined, fields: unknown, now: Date, named: readonly FieldError[]): readonly FieldError[] {
  const judge = type && (Reflect.getMetadata(JUDGE, type) as Judge<Record<string, unknown>> | undefined);
  if (judge === undefined || typeof fields !== 'object' || fields === null) return [];
  const isTold = (field: string): boolean => named.some((one) => isWithin(one.field, field) || isWithin(field, one.field));
  return judge(fields as Record<string, unknown>, now).filter(({ field }) => !isTold(field));
}

function isWithin(field: string, whole: string): boolean {
  return field === whole || field.startsWith(`${whole}.`) || field.startsWith(`${whole}[`);
}

/** A member that has members of its own; none for anything else. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** Of two times: the second does not lie before the first. */
export function inOrder<First extends string, Second extends string>(first: First, second: Second): Judge<Record<First | Second, string>> {
  return (fields) => {
    const [begin, end] = [fields[first], fields[second]].map(timeIn);
    if (!begin || !end || begin <= end) return [];
    return [{ field: second, message: say('Must not lie before `{first}`.', { first }), code: 'invalid', arguments: { after: first } }];
  };
}
