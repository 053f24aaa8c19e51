/** Whether a person has a second factor. SQL; the argument is a column. */
export const hasFactor = (user: string): string =>
  `EXISTS (SELECT FROM mfa_factors f WHERE f.user_id = ${user} AND f.confirmed_at IS NOT NULL)`;
