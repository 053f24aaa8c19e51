import type { RequestHandler } from 'express';

/** Several handlers as one: Express looks at the address and its parameters before each handler that it knows of. */
export function inTurn(...handlers: readonly RequestHandler[]): RequestHandler {
  return (request, response, next) => {
    const begin = (index: number): void => {
      const handler = handlers[index];
      if (handler === undefined) return next();
      try {
        void handler(request, response, (error?: unknown) => (error === undefined ? begin(index + 1) : next(error)));
      } catch (error) {
        next(error);
      }
    };
    begin(0);
  };
}
