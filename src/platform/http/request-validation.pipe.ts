import { type ArgumentMetadata, Injectable, type PipeTransform, SetMetadata, ValidationPipe, type ValidationError } from '@nestjs/common';
import { type FieldError, ValidationFailed } from '../../shared/domain-error.js';
import { Clock } from '../../shared/ports/clock.js';
import { NO_FIELD, causesOf, kind } from './field-causes.js';
import { judgementOf } from './judged.js';

/** In one answer. */
export const MOST_DETAILS = 20;
const MAY_BE_ABSENT = 'headgate:may-be-absent';

const CHANGES_SOMETHING = 'headgate:changes-something';

/** Marks the class of a change, each member of which may be left out, but not all. */
export const ChangesSomething = (): ClassDecorator => SetMetadata(CHANGES_SOMETHING, true);

export function changesSomething(type: object | undefined): boolean {
  return type !== undefined && Reflect.getOwnMetadata(CHANGES_SOMETHING, type) === true;
}

/** @throws ValidationFailed for a change without a member */
export function assertChanges(change: object): void {
  if (Object.keys(change).length === 0) throw new ValidationFailed([], 'The request changes nothing. Send at least one field.');
}

/** Marks a body class whose body may be left out; it is then judged as an empty object. */
export const MayBeAbsent = (): ClassDecorator => SetMetadata(MAY_BE_ABSENT, true);

/**
 * Shapes are checked at the edge by the DTO classes. An unknown field in a body is refused (a client that sends
 * `is_system_admin` must learn that it has no effect); an unknown query parameter is dropped, as proxies and browsers add their own.
 */
@Injectable()
export class RequestValidationPipe implements PipeTransform {
  private readonly body = pipe({ forbidNonWhitelisted: true });
  private readonly query = pipe({ forbidNonWhitelisted: false });

  constructor(private readonly clock: Clock) {}

  async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    // Path parameters have pipes of their own; converting them here would turn "1e3" into 1000 before those look.
    if (metadata.type === 'custom' || metadata.type === 'param') return value;
    if (metadata.type !== 'body') return this.judge(this.query, value, metadata);
    if (value === undefined && mayBeAbsent(metadata)) return this.judge(this.body, {}, metadata);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new ValidationFailed([{ field: '', message: 'A JSON object is required as the request body.', ...kind('object') }]);
    }
    // The transformer silently drops such names, and the validator takes the inherited ones for known.
    const inherited = Object.keys(value).find((field) => field === 'prototype' || field in Object.prototype) ?? strippedIn(value);
    if (inherited !== undefined) {
      throw new ValidationFailed([{ field: inherited, message: NO_FIELD, code: 'unknown_field' }]);
    }
    if (changesSomething(metadata.metatype)) assertChanges(value);
    return this.judge(this.body, value, metadata);
  }

  private async judge(validators: ValidationPipe, value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const rulesBeside = (named: readonly FieldError[]) => judgementOf(metadata.metatype, value, this.clock.now(), named);
    let judged: unknown;
    try {
      judged = await validators.transform(value, metadata);
    } catch (error) {
      if (!(error instanceof ValidationFailed)) throw error;
      const named = error.details ?? [];
      throw new ValidationFailed([...named, ...rulesBeside(named)].slice(0, MOST_DETAILS));
    }
    const broken = rulesBeside([]);
    if (broken.length > 0) throw new ValidationFailed(broken.slice(0, MOST_DETAILS));
    return judged;
  }
}

/** The path of a member, however deep, that the framework would silently remove. */
function strippedIn(value: object): string | undefined {
  for (const [key, member] of Object.entries(value)) {
    if (['__proto__', 'constructor', 'prototype'].includes(key)) return key;
    const deeper = typeof member === 'object' && member !== null ? strippedIn(member as object) : undefined;
    if (deeper !== undefined) return `${key}.${deeper}`;
  }
  return undefined;
}

function mayBeAbsent({ metatype }: ArgumentMetadata): boolean {
  return metatype !== undefined && Reflect.getOwnMetadata(MAY_BE_ABSENT, metatype) === true;
}

function pipe(options: { forbidNonWhitelisted: boolean }): ValidationPipe {
  return new ValidationPipe({
    ...options,
    whitelist: true,
    transform: true,
    validationError: { target: true, value: false },
    exceptionFactory: (errors) => new ValidationFailed(errors.flatMap((error) => fieldErrorsOf(error, '')).slice(0, MOST_DETAILS)),
  });
}

function fieldErrorsOf(error: ValidationError, path: string): FieldError[] {
  const { property } = error;
  const field = path === '' ? property : Array.isArray(error.target) ? `${path}[${property}]` : `${path}.${property}`;
  return [...causesOf(error, field), ...(error.children ?? []).flatMap((child) => fieldErrorsOf(child, field))];
}
