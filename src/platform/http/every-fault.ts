import { type ArgumentMetadata, type ExecutionContext, Injectable, type PipeTransform } from '@nestjs/common';
import type { Request } from 'express';
import { type FieldError, ValidationFailed } from '../../shared/domain-error.js';
import { idempotencyKeyOf } from './idempotency/idempotency-key.js';
import { KEPT } from './idempotency/idempotency.interceptor.js';
import { type RouteArgument, argumentsOf } from './request-arguments.js';
import { MOST_DETAILS, RequestValidationPipe } from './request-validation.pipe.js';

const routes = new WeakMap<Request, ExecutionContext>();

/** Notes which route a request has reached, for the case that one of its values is wrong. */
export function noteRoute(context: ExecutionContext): void {
  routes.set(context.switchToHttp().getRequest<Request>(), context);
}

/**
 * The framework stops at the first parameter of a route that is wrong, of the path, the query or the body. People have to learn of all, so
 * the rest is judged once one was refused; a request that is right costs nothing more.
 */
@Injectable()
export class EveryFault {
  constructor(private readonly validation: RequestValidationPipe) {}

  /** @returns `found`, and beside it whatever else is wrong with the request */
  async beside(found: ValidationFailed, request: Request): Promise<ValidationFailed> {
    const context = routes.get(request);
    if (context === undefined) return found;
    const read = argumentsOf(context.getClass(), context.getHandler()).map((argument) => () => this.read(argument, context, request));
    const key = (): unknown => Reflect.hasMetadata(KEPT, context.getHandler()) && idempotencyKeyOf(request);
    const others = await Promise.all([...read, key].map(faultsOf));
    const told = found.details ?? [];
    const untold = others.flat().filter(({ field }) => !told.some((one) => one.field === field));
    return untold.length === 0 ? found : new ValidationFailed([...told, ...untold].slice(0, MOST_DETAILS), found.sentence);
  }

  private async read({ place, data, factory, pipes, type }: RouteArgument, context: ExecutionContext, request: Request): Promise<void> {
    if (factory !== undefined) {
      factory(data, context);
      return;
    }
    const name = typeof data === 'string' ? data : undefined;
    const metadata: ArgumentMetadata = { type: place, metatype: type, data: name };
    if (place === 'custom') return;
    const values = { param: request.params, query: request.query, body: request.body as unknown }[place];
    let value = name === undefined ? values : (values as Readonly<Record<string, unknown>>)[name];
    for (const pipe of [this.validation, ...pipes].filter(isPipe)) value = await pipe.transform(value, metadata);
  }
}

async function faultsOf(read: () => unknown): Promise<readonly FieldError[]> {
  try {
    await read();
    return [];
  } catch (error) {
    return error instanceof ValidationFailed ? (error.details ?? []) : [];
  }
}

function isPipe(pipe: unknown): pipe is PipeTransform {
  return typeof pipe === 'object' && pipe !== null && 'transform' in pipe;
}
