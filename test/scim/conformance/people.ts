import { ENTERPRISE, type Json, type Scim, USER, ids, query } from '../scim.js';

/** Who is searched for; each is created an hour after the one before, from nine o'clock on. */
const PEOPLE: readonly Json[] = [
  {
    userName: 'bjensen',
    externalId: 'Ext-B',
    displayName: 'Barbara Jensen',
    name: { familyName: 'Jensen', givenName: 'Barbara' },
    title: 'Tour Guide',
    userType: 'Employee',
    active: true,
    profileUrl: 'https://people.example/BJensen',
    emails: [
      { value: 'Babs@delta.example', type: 'work', primary: true },
      { value: 'babs@jensen.org', type: 'home' },
    ],
    [ENTERPRISE]: { employeeNumber: '701984', department: 'Tours' },
  },
  {
    userName: 'jsmith',
    externalId: 'ext-b',
    displayName: 'John Smith',
    name: { familyName: 'Smith', givenName: 'John' },
    title: 'tour guide',
    userType: 'Intern',
    active: false,
    emails: [{ value: 'john@smith.io', type: 'work' }],
    phoneNumbers: [{ value: '+1 201 555 0123', type: 'mobile' }],
    [ENTERPRISE]: { employeeNumber: '80', department: 'Sales' },
  },
  { userName: 'quo"te\\back', nickName: 'tab\there / slash', title: 'Vice President' },
  { userName: '100%_done', nickName: 'fifty%' },
  { userName: '100abcdone', nickName: 'fiftyX' },
  { userName: 'Äpfel-Straße', name: { familyName: 'Müller' }, displayName: '山田 👩' },
  { userName: 'minimal', nickName: '' },
  {
    userName: 'zed',
    userType: 'Employee',
    active: true,
    addresses: [
      { type: 'work', country: 'US', locality: 'Hollywood' },
      { type: 'home', country: 'DE', locality: 'Ulm' },
    ],
    roles: [{ value: 'Admin', primary: true }, { value: 'reader' }],
    x509Certificates: [{ value: 'MIIDQzCCAqygAwIBAgICEAAwDQYJKoZIhvcNAQEFBQAw' }],
  },
];

export interface People {
  readonly ids: Readonly<Record<string, string>>;
  /** The userNames of those found, in order. */
  found(filter: string, more?: Readonly<Record<string, string | number>>): Promise<string[]>;
}

export async function invite(scim: Scim): Promise<People> {
  const names: Record<string, string> = {};
  const known: Record<string, string> = {};
  for (const person of PEOPLE) {
    const schemas = ENTERPRISE in person ? [USER, ENTERPRISE] : [USER];
    const { id } = await scim.user({ ...person, schemas });
    const userName = String(person['userName']);
    names[id] = userName;
    known[userName] = id;
    scim.app.clock.advance({ hours: 1 });
  }
  return {
    ids: known,
    found: async (filter, more = {}) => ids(await scim.get(`/Users${query({ filter, ...more })}`)).flatMap((id) => names[id] ?? []),
  };
}
