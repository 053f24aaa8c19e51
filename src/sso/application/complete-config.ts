import { Injectable } from '@nestjs/common';
import { type FieldError, ValidationFailed } from '../../shared/domain-error.js';
import type { Binding, Certificate, Connection } from '../domain/connection.js';
import { type GivenConfig, apiNameOf } from '../domain/connection-config.js';
import { SsoFailed } from '../domain/sso.errors.js';
import { ProviderAddresses } from './ports/provider-addresses.js';
import { OidcMetadata } from './ports/oidc-metadata.js';
import { type Endpoint, type ProviderMetadata, SamlMetadata } from './ports/saml-metadata.js';
import { recognized } from '../../shared/sentence.js';

/** As clients send it: certificates as text, and metadata for the rest. */
export interface ConfigToComplete extends Omit<GivenConfig, 'certificates'> {
  readonly certificates?: readonly string[];
  readonly metadataXml?: string;
}

const NOT_OFFERED = 'The metadata of the provider offers no address for this binding. Leave it out, or choose the other one.';

/** Reads what a client sent about a connection: takes certificates and metadata apart, and checks addresses. */
@Injectable()
export class CompleteConfig {
  constructor(
    private readonly metadata: SamlMetadata,
    private readonly oidcMetadata: OidcMetadata,
    private readonly addresses: ProviderAddresses,
  ) {}

  /**
   * Runs outside any unit of work: metadata may have to be fetched. Values that are sent expressly take precedence.
   * @param before `null`: it is new
   * @throws ValidationFailed
   */
  async execute(organizationId: number, config: ConfigToComplete, before: Connection | null): Promise<GivenConfig> {
    const certificates = (config.certificates ?? []).map((pem, index) => this.certificateIn(pem, index));
    const wrong = certificates.flatMap((one) => ('field' in one ? [one] : []));
    this.assertAddresses(config, wrong);
    const found = await this.metadataOf(organizationId, config);
    const read = config.certificates && certificates.flatMap((one) => ('field' in one ? [] : [one]));
    const completed = {
      ...(found !== null && {
        entityId: found.entityId,
        ...endpointsIn(found, config, before),
        certificates: found.certificates,
        wantsSignedRequests: found.wantsSignedRequests,
      }),
      ...(await this.announcedBy(organizationId, config, before)),
      ...withoutTexts(config),
      ...(read !== undefined && { certificates: read }),
    };
    this.assertAddresses(completed);
    return completed;
  }

  /** Only of a provider that is new here, and where nobody has chosen how this service authenticates. */
  private async announcedBy(organizationId: number, config: ConfigToComplete, before: Connection | null): Promise<GivenConfig> {
    const { issuer, clientSecret, clientAuthentication } = config;
    if (issuer === undefined || issuer === before?.issuer || before?.type === 'saml') return {};
    if (typeof clientSecret !== 'string' || clientAuthentication !== undefined) return {};
    const announcedAuthentications = await this.oidcMetadata.authenticationsAt(issuer, organizationId);
    return announcedAuthentications === undefined ? {} : { announcedAuthentications };
  }

  private async metadataOf(organizationId: number, config: ConfigToComplete): Promise<ProviderMetadata | null> {
    const { metadataXml: xml, metadataUrl: url, entityId } = config;
    try {
      if (xml !== undefined) return await this.metadata.read(xml, organizationId, entityId);
      return url === undefined || url === null ? null : await this.metadata.fetch(url, organizationId, entityId);
    } catch (error) {
      throw refusalOf(xml === undefined ? 'config.metadata_url' : 'config.metadata_xml', error);
    }
  }

  private certificateIn(pem: string, index: number): Certificate | FieldError {
    try {
      return this.metadata.certificate(pem);
    } catch (error) {
      if (error instanceof SsoFailed) return faultAt(`config.certificates[${index}]`, error);
      throw error;
    }
  }

  /** @param wrong what else is */
  private assertAddresses(
    { issuer, metadataUrl, signOnUrl, logoutUrl }: Omit<GivenConfig, 'certificates'>,
    wrong: readonly FieldError[] = [],
  ): void {
    const asked = Object.entries({ issuer, metadataUrl }).map(([field, url]) => ({ field, url, isAsked: true }));
    const visited = Object.entries({ signOnUrl, logoutUrl }).map(([field, url]) => ({ field, url, isAsked: false }));
    const details = [...asked, ...visited].flatMap(({ field, url, isAsked }): FieldError[] => {
      if (url === undefined || url === null) return [];
      const fault = isAsked ? this.addresses.faultToAsk(url) : this.addresses.faultToVisit(url);
      return fault === null ? [] : [{ field: apiNameOf(field), message: fault }];
    });
    // OpenID Connect Discovery 1.0 section 3: no query, no fragment; and a template such as {tenantid} is not an
    // issuer.
    if (issuer !== undefined && /[?#{}]/.test(issuer))
      details.push({ field: 'config.issuer', message: 'Send an issuer without a query, a fragment or a placeholder.' });
    details.push(...wrong);
    if (details.length > 0) throw new ValidationFailed(details);
  }
}

function withoutTexts(config: ConfigToComplete): GivenConfig {
  const texts = ['certificates', 'metadataXml'];
  return Object.fromEntries(Object.entries(config).filter(([field]) => !texts.includes(field)));
}

function refusalOf(field: string, error: unknown): unknown {
  return error instanceof SsoFailed ? new ValidationFailed([faultAt(field, error)]) : error;
}

function faultAt(field: string, error: SsoFailed): FieldError {
  return { field, message: error.reason === null ? error.sentence : recognized(sentenceOf(error.reason)) };
}

/** Reasons are written to stand behind a step of a test; alone, one is a sentence: "A certificate cannot be read." */
function sentenceOf(reason: string): string {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}${reason.endsWith('.') ? '' : '.'}`;
}

/** By the binding that a client chose, else by that of before or the first one that the provider offers. @throws ValidationFailed */
function endpointsIn({ signOn, logout }: ProviderMetadata, config: ConfigToComplete, before: Connection | null): GivenConfig {
  const old = before?.type === 'saml' ? before.settings : null;
  // While people log in, metadata renews certificates: that forms can be sent now adds no logout.
  const isKept = before?.status === 'active' && old?.logoutUrl === null && config.logoutBinding === undefined;
  const known = isKept ? logout.filter(({ binding }) => binding === 'redirect') : logout;
  const logIn = endpointAmong(signOn, config.signOnBinding, old?.signOnBinding);
  const logOut = endpointAmong(known, config.logoutBinding, old?.logoutBinding);
  const wrong = [logIn === null && 'signOnBinding', logOut === null && 'logoutBinding'].filter((field) => field !== false);
  if (logIn === null || logOut === null)
    throw new ValidationFailed(wrong.map((field) => ({ field: apiNameOf(field), message: NOT_OFFERED })));
  return {
    ...(logIn !== undefined && { signOnUrl: logIn.url, signOnBinding: logIn.binding }),
    logoutUrl: logOut?.url ?? null,
    ...(logOut !== undefined && { logoutBinding: logOut.binding }),
  };
}

/** `undefined`: there is none; `null`: there is none of the chosen binding. */
function endpointAmong(offered: readonly Endpoint[], chosen?: Binding, before?: Binding): Endpoint | null | undefined {
  const by = (wanted: Binding | undefined): Endpoint | undefined => offered.find(({ binding }) => binding === wanted);
  if (offered.length > 0 && chosen !== undefined) return by(chosen) ?? null;
  return by(before) ?? offered[0];
}
