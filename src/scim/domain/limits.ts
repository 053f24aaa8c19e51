/** Resources of a page, as `/ServiceProviderConfig` says them. */
export const PAGE_SIZE = { default: 100, largest: 1_000 } as const;
