import { type ArgumentsHost, Catch, type ExceptionFilter, MethodNotAllowedException, NotFoundException } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { ValidationFailed } from '../../shared/domain-error.js';
import { Logger } from '../logging/logger.js';
import { allowedMethods } from './allowed-methods.js';
import { isEventStream, sendEvent } from './event-stream.js';
import { challengeOf, errorFormatOf, pageOfErrors } from './error-format.js';
import { EveryFault } from './every-fault.js';
import { type ErrorAnswer, answerTo, bodyOf } from './error-response.js';
import { currentOrigin, forReader, readersLanguage } from './request-context.js';

/** Headers that say where the thing is and which version it has: an error has neither. */
const OF_SUCCESSES = ['ETag', 'Location', 'Link', 'Preference-Applied'];

/** Everything that is thrown in HTTP handling ends here; a route may use its own error format. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    private readonly logger: Logger,
    private readonly everyFault: EveryFault,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    if (!(thrown instanceof ValidationFailed)) {
      this.answer(thrown, host);
      return;
    }
    const whole = this.everyFault.beside(thrown, host.switchToHttp().getRequest<Request>());
    // Whatever the second look runs into, the first fault is told. A fault of the answer itself goes to the server, as elsewhere.
    void whole
      .catch(() => thrown)
      .then((found) => this.answer(found, host))
      .catch((error: unknown) => host.switchToHttp().getNext<NextFunction>()(error));
  }

  private answer(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const origin = currentOrigin();
    // RFC 9110 section 15.5.6: the answer names the methods that the address takes.
    const allowed = thrown instanceof NotFoundException ? allowedMethods(request) : [];
    if (allowed.length > 0) response.setHeader('Allow', allowed.join(', '));
    const error = allowed.length > 0 ? new MethodNotAllowedException() : thrown;
    // The client is gone, and nothing failed.
    if (origin?.gone.aborted === true && error === origin.gone.reason) return;
    const whole = answerTo(error);
    const { status, retryAfterSeconds, stepUp, ...answer } = whole;
    // A 503 or a 504 is foreseen and no fault of this program that needs attention.
    if (status === 500) this.logger.error({ err: error, status }, 'request failed');
    else if (status > 500) this.logger.warn({ err: error, status }, 'request failed');
    if (isEventStream(response)) {
      sendEvent(response, 'error', bodyOf(whole, origin?.requestId, readersLanguage()));
      response.end();
      return;
    }
    if (response.headersSent) {
      // A streamed answer broke half-way: cutting the connection is the only honest signal left. The log says why.
      response.statusCode = status;
      response.destroy();
      return;
    }
    // The route may have set them before it failed.
    for (const name of OF_SUCCESSES) response.removeHeader(name);
    if (retryAfterSeconds !== undefined) response.setHeader('Retry-After', String(retryAfterSeconds));
    // Only what Retry-After says: the number of attempts that are left would reveal whose account or device is known.
    if (answer.code === 'RATE_LIMITED' && retryAfterSeconds !== undefined)
      response.setHeader('RateLimit', `"attempts";r=0;t=${retryAfterSeconds}`);
    if (status === 401) response.setHeader('WWW-Authenticate', challengeFor(request, response, stepUp));
    response.setHeader('Cache-Control', 'no-store');
    const page = pageOfErrors(response);
    if (page !== undefined) {
      response
        .status(303)
        .setHeader('Location', page({ code: answer.code, message: forReader(answer.sentence) }, origin?.requestId ?? ''))
        .end();
      return;
    }
    const format = errorFormatOf(response);
    if (format !== undefined) {
      response.status(status).json(format(whole));
      return;
    }
    response.status(status).json(bodyOf(whole, origin?.requestId, readersLanguage()));
  }
}

/** RFC 6750 section 3.1: the error code only when the request carried a token at all; RFC 9470 section 3 for step-up. */
function challengeFor(request: Request, response: Response, stepUp: ErrorAnswer['stepUp']): string {
  if (stepUp !== undefined)
    return `Bearer error="insufficient_user_authentication", acr_values="${stepUp.acr}", max_age=${stepUp.maxAgeSeconds}`;
  const sentToken = request.get('authorization')?.toLowerCase().startsWith('bearer ') === true;
  const parameters = [...(sentToken ? ['error="invalid_token"'] : []), challengeOf(response) ?? ''].filter((one) => one !== '');
  return `Bearer ${parameters.join(', ')}`.trim();
}
