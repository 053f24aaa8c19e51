import type { ProviderMetadata } from '../../application/ports/saml-metadata.js';
import type { LogoutAnswered, LogoutRequested } from '../../application/ports/saml-logout.js';
import type { AssertedIdentity } from '../../domain/asserted-identity.js';
import { type SsoFault, SsoFailed } from '../../domain/sso.errors.js';
import { type SentLogout, readLogout } from './logout-reader.js';
import { readMetadata } from './metadata-reader.js';
import { type PostedResponse, readResponse } from './response-reader.js';

/** What is read in threads, and the result; both are plain data. */
export interface SamlReadings {
  readonly response: { readonly of: PostedResponse; readonly read: AssertedIdentity };
  readonly logout: { readonly of: SentLogout; readonly read: LogoutRequested | LogoutAnswered };
  readonly metadata: {
    readonly of: { readonly xml: string; readonly now: Date; readonly entityId: string | undefined };
    readonly read: ProviderMetadata;
  };
}

export type SamlKind = keyof SamlReadings;

export interface SamlTask<Kind extends SamlKind = SamlKind> {
  readonly kind: Kind;
  readonly of: SamlReadings[Kind]['of'];
}

export type SamlEnd<Kind extends SamlKind = SamlKind> =
  | { readonly ok: true; readonly read: SamlReadings[Kind]['read'] }
  | { readonly ok: false; readonly fault: SsoFault; readonly reason: string | null };

const READERS: { readonly [Kind in SamlKind]: (of: SamlReadings[Kind]['of']) => SamlReadings[Kind]['read'] } = {
  response: readResponse,
  logout: readLogout,
  metadata: ({ xml, now, entityId }) => readMetadata(xml, now, entityId),
};

/** Entry point of the threads: one document at a time. A refusal crosses as its text, because classes do not cross. */
export default async function read<Kind extends SamlKind>({ kind, of }: SamlTask<Kind>): Promise<SamlEnd<Kind>> {
  try {
    return { ok: true, read: READERS[kind](of) };
  } catch (error) {
    if (!(error instanceof SsoFailed)) throw error;
    return { ok: false, fault: error.fault, reason: error.reason };
  }
}
