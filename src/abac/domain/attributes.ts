/** How Cedar names the types of values that policies compare. */
type CedarType = 'Bool' | 'Long' | 'String' | 'Set<String>' | 'ipaddr' | 'datetime';

export interface Attribute {
  readonly type: CedarType;
  /** A policy has to ask `has` before it reads one that may be missing. */
  readonly isRequired: boolean;
  readonly meaning: string;
}

/** The person who acts: `principal`. */
export const USER_ATTRIBUTES = {
  roles: required(
    'Set<String>',
    'Names of the roles that the person holds: in the organization, and where a workspace is asked about, in it. A system administrator who acts for the organization holds `owner`.',
  ),
  groups: required('Set<String>', 'Names of the groups in which the directory has the person.'),
  email: required('String', 'The address of the account, in lower case.'),
  emailVerified: required('Bool', 'Whether the person has proved that the address is theirs.'),
  accountAgeDays: required('Long', 'Whole days since the account was made.'),
  title: optional('String', 'Job title, from the directory.'),
  department: optional('String', 'Department, from the directory.'),
  division: optional('String', 'Division, from the directory.'),
  costCenter: optional('String', 'Cost center, from the directory.'),
  employer: optional('String', 'The name of the organization in the directory (SCIM `organization`).'),
  userType: optional('String', 'Relation to the employer, from the directory: `Employee`, `Contractor`.'),
} as const satisfies Record<string, Attribute>;

/** A workspace or a data source: `resource`. */
export const RESOURCE_ATTRIBUTES = {
  labels: required('Set<String>', 'The labels that were given to it, such as `restricted`.'),
} as const satisfies Record<string, Attribute>;

/** The session and the request: `context`. */
export const CONTEXT_ATTRIBUTES = {
  allowedByRoles: required('Bool', 'Whether the roles of the person allow the act.'),
  amr: required('Set<String>', 'How the person logged in: `pwd`, `otp`, `hwk`, `rc`, `trusted_device`, `sso` (RFC 8176).'),
  acr: required('String', 'Assurance level of the session: `aal1` or `aal2` (NIST SP 800-63B).'),
  proofAgeSeconds: required('Long', 'Seconds since the person last proved who they are.'),
  deviceTrusted: required('Bool', 'Whether the session belongs to a trusted device.'),
  accessKey: required('Bool', 'Whether an access key acts in place of a session.'),
  connectionId: optional('Long', 'The connection of the single sign-on that opened the session.'),
  network: required('ipaddr', 'The address that the request comes from.'),
  now: required('datetime', 'When the request is decided, in UTC.'),
  country: optional('String', 'Country of the network, where a proxy in front tells it: `DE`.'),
} as const satisfies Record<string, Attribute>;

interface Values {
  Bool: boolean;
  Long: number;
  String: string;
  'Set<String>': readonly string[];
  ipaddr: string;
  datetime: Date;
}

type Names<Catalogue extends Record<string, Attribute>, IsRequired extends boolean> = {
  [Name in keyof Catalogue]: Catalogue[Name]['isRequired'] extends IsRequired ? Name : never;
}[keyof Catalogue];

/** Plain values for all attributes of a catalogue. */
type ValuesOf<Catalogue extends Record<string, Attribute>> = {
  readonly [Name in Names<Catalogue, true>]: Values[Catalogue[Name]['type']];
} & {
  readonly [Name in Names<Catalogue, false>]?: Values[Catalogue[Name]['type']];
};

export type UserAttributes = ValuesOf<typeof USER_ATTRIBUTES>;
export type RequestContext = Omit<ValuesOf<typeof CONTEXT_ATTRIBUTES>, 'allowedByRoles'>;

function required<Type extends CedarType>(type: Type, meaning: string) {
  return { type, isRequired: true, meaning } as const;
}

function optional<Type extends CedarType>(type: Type, meaning: string) {
  return { type, isRequired: false, meaning } as const;
}
