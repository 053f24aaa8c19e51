import { MayBeAbsent } from './request-validation.pipe.js';

/** Of a route that reads nothing of its body: it takes JSON, so that no form of another site can send it, but no members. */
@MayBeAbsent()
export class EmptyBody {}
