import type { Response } from 'express';
import type { ErrorAnswer } from './error-response.js';

/** Makes the body of an error for clients of a protocol with its own format. */
export type ErrorFormat = (answer: ErrorAnswer) => object;

/** The address of a page that tells a person at a browser what went wrong. */
export type ErrorPage = (answer: Pick<ErrorAnswer, 'code'> & { readonly message: string }, requestId: string) => string;

const challenges = new WeakMap<Response, string>();
const pages = new WeakMap<Response, ErrorPage>();
const formats = new WeakMap<Response, ErrorFormat>();

/** From now on, a 401 of the request says this besides in `WWW-Authenticate`, such as where its client finds an authorization server. */
export function challengeWith(response: Response, parameters: string): void {
  challenges.set(response, parameters);
}

export function challengeOf(response: Response): string | undefined {
  return challenges.get(response);
}

/** From now on, every error of the request is answered in this format. */
export function speakErrorsIn(response: Response, format: ErrorFormat): void {
  formats.set(response, format);
}

export function errorFormatOf(response: Response): ErrorFormat | undefined {
  return formats.get(response);
}

/** From now on, every error of the request leads to this page. */
export function showErrorsAt(response: Response, page: ErrorPage): void {
  pages.set(response, page);
}

export function pageOfErrors(response: Response): ErrorPage | undefined {
  return pages.get(response);
}
