import { attribute, complex, kind, plural, primary, text } from './attribute.js';
import type { SchemaDefinition } from './attribute-definition.js';
import { USER_SCHEMA } from './urns.js';

/** RFC 7643 section 4.1 and its figure in section 8.7.1. */
export const USER: SchemaDefinition = {
  id: USER_SCHEMA,
  name: 'User',
  description: 'User Account',
  attributes: [
    text('userName', 'Unique identifier for the user, typically used to directly authenticate to the service.', {
      required: true,
      uniqueness: 'server',
    }),
    complex('name', "The components of the user's name.", [
      text('formatted', 'The full name, formatted for display.'),
      text('familyName', 'The family name or last name.'),
      text('givenName', 'The given name or first name.'),
      text('middleName', 'The middle name(s).'),
      text('honorificPrefix', 'The honorific prefix(es) or title.'),
      text('honorificSuffix', 'The honorific suffix(es).'),
    ]),
    text('displayName', 'The name of the user, suitable for display to end-users.'),
    text('nickName', 'The casual way to address the user in real life.'),
    attribute('profileUrl', 'reference', 'A URI of the online profile of the user.', { referenceTypes: ['external'] }),
    text('title', "The user's title, such as 'Vice President'."),
    text('userType', "The relationship between the organization and the user, such as 'Contractor' or 'Employee'."),
    text('preferredLanguage', "The user's preferred written or spoken language, as in RFC 9110 section 12.5.4."),
    text('locale', "The user's default location, for currency, date and number formats: a language tag of RFC 5646."),
    text('timezone', "The user's time zone, as in the IANA time zone database, such as 'America/Los_Angeles'."),
    attribute('active', 'boolean', "The user's administrative status."),
    text('password', "The user's clear text password; it is written and never returned.", {
      mutability: 'writeOnly',
      returned: 'never',
    }),
    plural('emails', 'E-mail addresses of the user.', text('value', 'The e-mail address.'), ['work', 'home', 'other']),
    plural('phoneNumbers', 'Phone numbers of the user.', text('value', 'The phone number.'), [
      'work',
      'home',
      'mobile',
      'fax',
      'pager',
      'other',
    ]),
    plural('ims', 'Instant messaging addresses of the user.', text('value', 'The instant messaging address.'), [
      'aim',
      'gtalk',
      'icq',
      'xmpp',
      'msn',
      'skype',
      'qq',
      'yahoo',
    ]),
    plural(
      'photos',
      'URIs of photos of the user.',
      attribute('value', 'reference', 'The URI of the photo.', { referenceTypes: ['external'] }),
      ['photo', 'thumbnail'],
    ),
    complex(
      'addresses',
      'Physical mailing addresses of the user.',
      [
        text('formatted', 'The full mailing address, formatted for display.'),
        text('streetAddress', 'The full street address.'),
        text('locality', 'The city or locality.'),
        text('region', 'The state or region.'),
        text('postalCode', 'The zip code or postal code.'),
        text('country', 'The country name.'),
        kind(['work', 'home', 'other']),
        primary(),
      ],
      { multiValued: true },
    ),
    complex(
      'groups',
      'The groups to which the user belongs, directly or through other groups.',
      [
        text('value', "The identifier of the user's group.", { mutability: 'readOnly' }),
        attribute('$ref', 'reference', 'The URI of the group.', {
          mutability: 'readOnly',
          referenceTypes: ['User', 'Group'],
        }),
        text('display', "The group's name.", { mutability: 'readOnly' }),
        text('type', "How the user belongs to it: 'direct' or 'indirect'.", {
          mutability: 'readOnly',
          canonicalValues: ['direct', 'indirect'],
        }),
      ],
      { multiValued: true, mutability: 'readOnly' },
    ),
    plural('entitlements', 'Things that the user has.', text('value', 'The value of the entitlement.')),
    plural('roles', 'What the user is, such as "Student" or "Faculty".', text('value', 'The value of the role.')),
    plural('x509Certificates', 'Certificates issued to the user.', attribute('value', 'binary', 'The DER-encoded X.509 certificate.')),
  ],
};
