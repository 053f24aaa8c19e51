/**
 * Which data policies of an organization are in force; NULL where none is active. Read wherever something is decided by them, so that no
 * instance shows what a change has just hidden. SQL; the argument is a column or a parameter.
 */
export function dataPolicyEpoch(organization: string): string {
  return `(SELECT e.epoch FROM data_policy_epochs e
            WHERE e.organization_id = ${organization}
              AND EXISTS (SELECT FROM data_policies p WHERE p.organization_id = e.organization_id AND p.status = 'active'))`;
}
