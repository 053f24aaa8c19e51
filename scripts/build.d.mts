interface BundleOptions {
  readonly directory?: string;
  /** Below `src/`, without their endings. */
  readonly entries?: readonly string[];
  /** Packages that become part of it. */
  readonly inside?: readonly string[];
  readonly bodies?: { readonly name: string };
}

export function bundle(options?: BundleOptions): Promise<readonly object[]>;
