export const SCIM_ROOT = '/scim/v2';

/** Where SCIM lives, for the locations of resources: without a slash at the end. @param publicUrl see `ServiceOrigin` */
export function baseUrlAt(publicUrl: string): string {
  return `${publicUrl}${SCIM_ROOT}`;
}
