import type { Response } from 'express';
import type { ErrorAnswer } from './error-response.js';

/** Makes the body of an error for clients of a protocol that has its own. */
export type ErrorFormat = (answer: ErrorAnswer) => object;

const formats = new WeakMap<Response, ErrorFormat>();

/** From now on whatever goes wrong with the request is told in this format. */
export function speakErrorsIn(response: Response, format: ErrorFormat): void {
  formats.set(response, format);
}

export function errorFormatOf(response: Response): ErrorFormat | undefined {
  return formats.get(response);
}
