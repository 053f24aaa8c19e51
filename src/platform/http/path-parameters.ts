const ORGANIZATION = 'Id of the organization.';

/** What the parameters of paths mean, by name: a name means the same wherever it stands. */
export const PATH_PARAMETERS: Readonly<Record<string, string>> = {
  org_id: ORGANIZATION,
  organization_id: ORGANIZATION,
  user_id: 'Id of the account.',
  request_id: 'Id of the access request.',
  role_id: 'Id of the role.',
  workspace_id: 'Id of the workspace.',
  factor_id: 'Id of the second factor.',
  device_id: 'Id of the device.',
  invitation_id: 'Id of the invitation.',
  invitation_token: 'The token of the mail, or of its link.',
  session_id: 'Id of the session.',
  data_source_id: 'Id of the data source.',
  discovery_id: 'Id of the discovery.',
  template_id: 'Id of the prompt template.',
  execution_id: 'Id of the query execution.',
  number: 'Its number, counted from 1 within the template or the organization.',
  key: 'As in `icon_presigned_url`.',
  id: 'The `id` that SCIM shows.',
  token_id: 'Id of the provisioning token.',
  connection_id: 'Id of the single sign-on connection.',
  identity_id: 'Id of the linked identity.',
  test_id: 'Id of the test.',
  domain_id: 'Id of the claimed domain.',
};
