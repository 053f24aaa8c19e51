export interface ExpiringCertificate {
  readonly connectionId: number;
  readonly organizationId: number;
  readonly connectionName: string;
  readonly fingerprint: string;
  readonly notAfter: Date;
}

/** Certificates of connections that people log in through, or soon will. */
export abstract class CertificateWatch {
  /** Those that are good still and will not be then, in the order of their connections. */
  abstract expiringBefore(now: Date, then: Date): Promise<readonly ExpiringCertificate[]>;
  /** @returns false when the notice was sent before */
  abstract noteSent(certificate: ExpiringCertificate, days: number, at: Date): Promise<boolean>;
  /** Active connections whose provider publishes its metadata, after one, by id. */
  abstract publishingAfter(connectionId: number, limit: number): Promise<readonly number[]>;
}
