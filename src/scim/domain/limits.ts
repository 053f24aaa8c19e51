/** Resources of a page, as `/ServiceProviderConfig` says them. */
export const PAGE_SIZE = { default: 100, largest: 1_000 } as const;

/** As `/ServiceProviderConfig` says them. */
export const BULK_LIMITS = { operations: 1_000, payloadBytes: 10 * 1024 * 1024 } as const;
