import type { Permission } from './permission.js';

/** Authentication method references (RFC 8176, plus our own `trusted_device` and `sso`). */
export const AUTHENTICATION_METHODS = ['pwd', 'otp', 'hwk', 'rc', 'trusted_device', 'sso'] as const;

export type AuthenticationMethod = (typeof AUTHENTICATION_METHODS)[number];

/** NIST SP 800-63B-4 assurance level the session was established at. */
export const ASSURANCE_LEVELS = ['aal1', 'aal2'] as const;

export type AssuranceLevel = (typeof ASSURANCE_LEVELS)[number];

/** A key for AI clients, used instead of a session: it limits its person to what it was made for. */
interface KeyOfCaller {
  readonly id: number;
  readonly name: string;
  /** The one organization that it is good for. */
  readonly organizationId: number;
  /** The permissions of the person that count. */
  readonly permissions: readonly Permission[];
  /** `null`: all data sources of the organization. */
  readonly dataSourceIds: readonly number[] | null;
}

/** Who is calling, as established by the access token and confirmed against the database for this very request. */
export interface Caller {
  readonly userId: number;
  readonly sessionId: number;
  readonly username: string;
  readonly email: string;
  /** What people call them; absent where a key acts. */
  readonly displayName?: string | null;
  readonly isSystemAdmin: boolean;
  readonly amr: readonly AuthenticationMethod[];
  readonly acr: AssuranceLevel;
  /** When the user last proved who they are, not when the token was minted. */
  readonly authenticatedAt: Date;
  /**
   * When a second factor was last proved in this session; `null` for never, as after a login that a trusted device shortened or an
   * identity provider vouched for.
   */
  readonly mfaAt: Date | null;
  /** The trusted device that the session was opened or activated on. */
  readonly deviceId: number | null;
  /** The connection to an identity provider that the session was opened through; `null` for every other way to log in. */
  readonly ssoConnectionId: number | null;
  /** Whether the person had a second factor when the request came; absent where a key acts. */
  readonly hasFactor?: boolean;
  /** The access token had expired, which only routes let pass that end its session. */
  readonly isTokenExpired?: boolean;
  /** Without a key the session acts, with everything that its person may do. */
  readonly key?: KeyOfCaller;
}
