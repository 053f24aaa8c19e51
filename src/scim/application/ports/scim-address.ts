/** Where SCIM lives, for the locations of resources. */
export abstract class ScimAddress {
  /** `https://…/scim/v2`, without a slash at the end. */
  abstract readonly baseUrl: string;
}
