import { AsyncLocalStorage } from 'node:async_hooks';
import type { Permission } from '../../shared/permission.js';
import type { Place } from '../../shared/ports/access-control.js';
import { type Fixed, type Language, type Said, type Sentence, inLanguage, saidOf } from '../../shared/sentence.js';

/** A permission that the caller was granted on the way to an answer. */
export type Grant = { readonly permission: Permission; readonly place: Place; readonly hiddenAs?: Fixed } | { readonly action: string };

/**
 * Where a request comes from: for audit rows, log lines and fairness; a use case that decides by it gets it as an
 * input.
 */
export interface RequestOrigin {
  /** The HTTP method, in capitals. */
  readonly method: string;
  readonly requestId: string;
  readonly ip: string | null;
  /** Two capitals (ISO 3166-1), where a trusted proxy says so in the header that the operator has named. */
  readonly country: string | null;
  readonly userAgent: string | null;
  /** What the person would rather read. */
  readonly language?: Language;
  /** `Sec-CH-UA-Platform-Version`: the only sign by which Windows 11 differs from 10. */
  readonly platformVersion: string | null;
  /** Ends the waiting for a client that hangs up before its answer: it leaves every line that the request waits in. */
  readonly gone: AbortSignal;
  /** Records the caller's permissions for a later check. */
  grants?: Grant[];
  /** Counts the request for an organization: the first one that it turns out to be about. */
  chargeOrganization?: ((organizationId: number) => void) | undefined;
}

interface RequestUnderWay extends RequestOrigin {
  callerId?: number;
  lastWrite?: number | undefined;
  accessKey?: { readonly id: number; readonly name: string };
}

const storage = new AsyncLocalStorage<RequestUnderWay>();

export function runWithOrigin<T>(origin: RequestOrigin, work: () => T): T {
  return storage.run(origin, work);
}

/** Whether the current request may change something (RFC 9110 section 9.2.1: any method that is not safe). */
export function isChanging(): boolean {
  const method = storage.getStore()?.method;
  return method !== undefined && !['GET', 'HEAD', 'OPTIONS'].includes(method);
}

/** `undefined` outside a request: in jobs, at start and on the command line. */
export function currentOrigin(): RequestOrigin | undefined {
  return storage.getStore();
}

/** Of a person who is signed in: what a stranger prefers must not decide how mails speak to others. */
export function callersLanguage(): Language | undefined {
  const request = storage.getStore();
  return request?.callerId === undefined ? undefined : request.language;
}

/** Of whoever reads the answer; English outside a request. */
export function readersLanguage(): Language {
  return storage.getStore()?.language ?? 'en';
}

export function forReader(sentence: Sentence): string {
  return inLanguage(sentence, readersLanguage());
}

/** For a sentence that comes as a text. */
export function textForReader(words: Said | string): string {
  return forReader(saidOf(words));
}

/** Called as soon as it is known who sends the current request. */
export function noteCaller(userId: number): void {
  const request = storage.getStore();
  if (request !== undefined) request.callerId = userId;
}

/** The account that sends the current request; `undefined` for strangers and outside a request. */
export function currentCallerId(): number | undefined {
  return storage.getStore()?.callerId;
}

/** Called when an access key and not a session acts for a person: the audit trail records the name of the key. */
export function noteAccessKey({ id, name }: { readonly id: number; readonly name: string }): void {
  const request = storage.getStore();
  if (request !== undefined) request.accessKey = { id, name };
}

/** `undefined` where a session acts. */
export function currentAccessKey(): { readonly id: number; readonly name: string } | undefined {
  return storage.getStore()?.accessKey;
}

/**
 * @param position in the log of the database where the caller had written last; `undefined` once they may have written
 * more
 */
export function noteLastWrite(position: number | undefined): void {
  const request = storage.getStore();
  if (request !== undefined) request.lastWrite = position;
}

/** `undefined` when that has to be asked. */
export function notedLastWrite(): number | undefined {
  return storage.getStore()?.lastWrite;
}

/** @returns the caller's permissions in this request from now on, as they come */
export function collectGrants(): readonly Grant[] {
  const origin = storage.getStore();
  const grants: Grant[] = [];
  if (origin !== undefined) origin.grants = grants;
  return grants;
}

export function noteGrant(grant: Grant): void {
  storage.getStore()?.grants?.push(grant);
}

export function chargeOrganizationBy(charge: (organizationId: number) => void): void {
  const origin = storage.getStore();
  if (origin !== undefined) origin.chargeOrganization = charge;
}

/** @throws QuotaExceeded */
export function chargeOrganization(organizationId: number): void {
  const origin = storage.getStore();
  const charge = origin?.chargeOrganization;
  if (origin === undefined || charge === undefined) return;
  origin.chargeOrganization = undefined;
  charge(organizationId);
}
