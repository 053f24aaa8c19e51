/** Versions of the service that this client fits, as npm writes a range: its own and all later minor ones. `npm run release` sets it. */
export const SERVICE_VERSIONS = '>=0.2.0 <1.0.0';
