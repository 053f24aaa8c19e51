import type { ConfigToComplete } from '../../application/complete-config.js';
import type { ConfigBody } from './connection.dto.js';

/** Drops the members that were left out. */
export function configOfBody(body: ConfigBody): ConfigToComplete {
  const { attributes } = body;
  return named({
    issuer: body.issuer,
    clientId: body.client_id,
    clientSecret: body.client_secret,
    scopes: body.scopes,
    tenant: body.tenant,
    clientAuthentication: body.client_authentication,
    assertionAudience: body.assertion_audience,
    entityId: body.entity_id,
    signOnUrl: body.sign_on_url,
    signOnBinding: body.sign_on_binding,
    logoutUrl: body.logout_url,
    logoutBinding: body.logout_binding,
    certificates: body.certificates,
    metadataUrl: body.metadata_url,
    metadataXml: body.metadata_xml,
    nameIdFormat: body.name_id_format,
    allowsProviderStart: body.allows_provider_start,
    signsRequests: body.signs_requests,
    assertionEncryption: body.assertion_encryption,
    attributes: attributes && named({ email: attributes.email, name: attributes.name, groups: attributes.groups }),
    addressProof: body.address_proof,
    provisions: body.provisions,
    trustsMfa: body.trusts_mfa,
  });
}

type Named<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

function named<T extends object>(members: T): Named<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Named<T>;
}
