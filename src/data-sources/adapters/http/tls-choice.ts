import { X509Certificate } from 'node:crypto';
import { ValidateBy } from 'class-validator';
import { type ServerConnection, TLS_MODES, type TlsMode } from '../../../engines/catalog-reader/target.js';

const MODES: readonly string[] = TLS_MODES;
export const LONGEST_CA = 65_536;

export interface TlsBody {
  readonly mode: TlsMode;
  readonly ca?: string | null;
}

/** `true`, `false`, or exactly `{mode, ca?}`. */
export function IsTlsChoice(): PropertyDecorator {
  return ValidateBy({
    name: 'isTlsChoice',
    validator: {
      validate: isTlsChoice,
      defaultMessage: () => `Must be true, false or {mode, ca}: mode is one of ${MODES.join(', ')}, ca a certificate in PEM.`,
    },
  });
}

export function tlsOf(choice: boolean | TlsBody): ServerConnection['tls'] {
  if (typeof choice === 'boolean') return { mode: choice ? 'verify-full' : 'disable', ca: null };
  return { mode: choice.mode, ca: choice.ca ?? null };
}

export function isTlsChoice(value: unknown): value is boolean | TlsBody {
  return typeof value === 'boolean' || isTlsBody(value);
}

function isTlsBody(value: unknown): value is TlsBody {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { mode, ca, ...others } = value as Record<string, unknown>;
  const isKnown = typeof mode === 'string' && MODES.includes(mode) && Object.keys(others).length === 0;
  return isKnown && (ca === undefined || ca === null || isCertificate(ca));
}

function isCertificate(text: unknown): boolean {
  // Only certificates: our answers must never hold a private key.
  if (typeof text !== 'string' || text.length > LONGEST_CA || /-----BEGIN (?!CERTIFICATE-----)/.test(text)) return false;
  try {
    return !text.includes('\0') && new X509Certificate(text).subject !== '';
  } catch {
    return false;
  }
}
