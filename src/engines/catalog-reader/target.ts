import type { Engine } from './engine.js';

/**
 * How the connection is protected. `require` encrypts without checking the server. `verify-ca` and `verify-full` mean the same as in
 * libpq: the first requires a trusted authority, the second requires the name of the host as well.
 */
export const TLS_MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const;

export type TlsMode = (typeof TLS_MODES)[number];

export interface ServerConnection {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly username: string;
  readonly tls: {
    readonly mode: TlsMode;
    /** PEM; `null` means the authorities of Node.js. */ readonly ca: string | null;
  };
}

/** Where to connect, resolved and allowed for this very attempt. Holds the password: it is never logged or stored. */
export type Target = ServerTarget | FileTarget;

export interface ServerTarget {
  readonly engine: Engine;
  readonly server: Omit<ServerConnection, 'host' | 'tls'> & {
    /** With our own certificate if the server is ours, because it may ask for one. */
    readonly tls: ServerConnection['tls'] & { readonly cert?: string | undefined; readonly key?: string | undefined };
    /** Name that a certificate has to carry. */
    readonly name: string;
    /** The addresses that were judged: connecting by name again could point elsewhere (DNS rebinding). */
    readonly addresses: readonly string[];
    readonly password: string | null;
  };
}

export interface FileTarget {
  readonly engine: Engine;
  /** Absolute, links followed, within the directory of the organization. */
  readonly file: string;
}
