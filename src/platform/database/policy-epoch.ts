/**
 * Which access policies of an organization decide; NULL where there are none. Read in the statement that reads what a
 * person holds, so that no instance decides by policies that are no longer in force. SQL; the argument is a column or a
 * parameter.
 */
export function policyEpoch(organization: string): string {
  return `(SELECT e.epoch FROM abac_epochs e WHERE e.organization_id = ${organization} AND e.is_deciding)`;
}
