import { type ExecutionContext, createParamDecorator } from '@nestjs/common';
import type { Response } from 'express';

/** A signal that is aborted when the client disconnects before the answer. */
export const Disconnect = createParamDecorator((_: unknown, context: ExecutionContext): AbortSignal => {
  const response = context.switchToHttp().getResponse<Response>();
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
});
