export type { components, paths } from '../dist/api.js';
export { HeadgateClient, type HeadgateOptions } from './client.js';
export { type ErrorCode, HeadgateError, UnexpectedAnswer, isError } from './errors.js';
export type { LoginStep, Proof } from './login.js';
export { type Arguments, type DataOf, type PathOf, type Route, unwrap } from './routes.js';
export type { SessionOverHandler, StepUp, StepUpHandler } from './session-fetch.js';
export { type Locks, type Tokens, type TokenStore, memoryStore } from './tokens.js';

/** Versions of the service that this client fits, as npm writes a range: its own and all later minor ones. `npm run release` sets it. */
export const SERVICE_VERSIONS = '>=0.2.0 <1.0.0';
