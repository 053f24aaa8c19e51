import { MayBeAbsent } from './request-validation.pipe.js';

/** For routes that read nothing of the body. They still require JSON, so that forms of other sites cannot send it. */
@MayBeAbsent()
export class EmptyBody {}
