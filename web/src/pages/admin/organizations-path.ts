export const ORGANIZATIONS = '/api/v1/organizations';
