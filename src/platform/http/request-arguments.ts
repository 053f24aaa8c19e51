import type { ArgumentMetadata, ExecutionContext, Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';

export type Handler = ReturnType<ExecutionContext['getHandler']>;

/** How one parameter of a method of a controller is read from a request. */
export interface RouteArgument {
  /** `custom` for what no pipe of ours reads. */
  readonly place: ArgumentMetadata['type'];
  readonly data: unknown;
  /** Of an own decorator. */
  readonly factory: ((data: unknown, context: ExecutionContext) => unknown) | undefined;
  readonly pipes: readonly unknown[];
  /** Its type as it is written. */
  readonly type: Type | undefined;
}

const PLACES: Readonly<Record<string, ArgumentMetadata['type']>> = {
  [RouteParamtypes.PARAM]: 'param',
  [RouteParamtypes.QUERY]: 'query',
  [RouteParamtypes.BODY]: 'body',
};

interface Bound {
  readonly index: number;
  readonly data?: unknown;
  readonly factory?: RouteArgument['factory'];
  readonly pipes?: readonly unknown[];
}

/** In the order of the parameters. */
export function argumentsOf(controller: Type, handler: Handler): RouteArgument[] {
  const types = metadata<readonly Type[]>('design:paramtypes', controller.prototype as object, handler.name) ?? [];
  const bound = metadata<Readonly<Record<string, Bound>>>(ROUTE_ARGS_METADATA, controller, handler.name) ?? {};
  return Object.entries(bound)
    .sort(([, one], [, other]) => one.index - other.index)
    .map(([key, { index, data, factory, pipes = [] }]) => ({
      place: PLACES[key.split(':', 1)[0] ?? ''] ?? 'custom',
      data,
      factory,
      pipes,
      type: types[index],
    }));
}

export function metadata<T>(key: string, of: object, member?: string): T | undefined {
  return (member === undefined ? Reflect.getMetadata(key, of) : Reflect.getMetadata(key, of, member)) as T | undefined;
}
