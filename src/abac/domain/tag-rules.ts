import type { TypeFamily } from './type-family.js';

export interface TagRule {
  readonly tag: string;
  /** One to three words in a row of a name or a comment: English or German, in the singular, without accents. */
  readonly phrases: readonly string[];
  /** Type of the column; a column without a type may have any. */
  readonly families: readonly TypeFamily[];
  /** Products and companies have these too, so they count only beside another column about a person. */
  readonly isWeak?: true;
  /** The name of the column has no other words. */
  readonly isWhole?: true;
}

const TEXT: readonly TypeFamily[] = ['text'];
const WRITTEN: readonly TypeFamily[] = ['text', 'number'];
const PAID: readonly TypeFamily[] = [...WRITTEN, 'money'];

/** Rules in the order in which they are tried. Tags have the names that privacy tools use. */
export const TAG_RULES: readonly TagRule[] = [
  {
    tag: 'email',
    families: TEXT,
    phrases: ['email', 'e mail', 'mail', 'email address', 'mail address', 'mailadresse', 'emailadresse'],
  },
  {
    tag: 'phone',
    families: WRITTEN,
    phrases: [
      ...['phone', 'telephone', 'mobile', 'cell phone', 'cellphone', 'fax', 'msisdn', 'phone number', 'phonenumber'],
      ...['telefon', 'tel', 'handy', 'mobil', 'rufnummer', 'telefonnummer', 'handynummer', 'mobilnummer', 'faxnummer'],
    ],
  },
  {
    tag: 'bank_account',
    families: WRITTEN,
    phrases: [
      ...['iban', 'bic', 'bank account', 'account number', 'routing number', 'sort code'],
      ...['kontonummer', 'bankverbindung', 'bankleitzahl', 'blz'],
    ],
  },
  {
    tag: 'payment_card',
    families: WRITTEN,
    phrases: [
      ...['card number', 'cardnumber', 'credit card', 'creditcard', 'cvv', 'cvc'],
      ...['kreditkarte', 'kartennummer', 'kreditkartennummer', 'prufziffer'],
    ],
  },
  {
    tag: 'national_id',
    families: WRITTEN,
    phrases: [
      ...['ssn', 'social security', 'tax id', 'taxid', 'tax number', 'passport', 'passport number', 'national id'],
      ...['driver license', 'driver licence', 'driving licence', 'sozialversicherungsnummer', 'steuer id', 'steuernummer'],
      ...['steueridentifikationsnummer', 'reisepass', 'passnummer', 'ausweisnummer', 'personalausweis', 'fuhrerschein'],
    ],
  },
  {
    tag: 'birth_date',
    families: ['date', 'text', 'number'],
    phrases: [
      ...['birth', 'birthday', 'birthdate', 'date of birth', 'dob', 'birth year', 'year of birth'],
      ...['geburtsdatum', 'geburtstag', 'geburtsjahr', 'geboren'],
    ],
  },
  {
    tag: 'person_name',
    families: TEXT,
    phrases: [
      ...['first name', 'firstname', 'last name', 'lastname', 'full name', 'fullname', 'middle name', 'maiden name'],
      ...['surname', 'forename', 'given name', 'family name', 'vorname', 'nachname', 'familienname', 'geburtsname'],
    ],
  },
  {
    tag: 'postal_address',
    families: WRITTEN,
    phrases: [
      ...['street', 'zip', 'zip code', 'zipcode', 'postal code', 'postcode', 'house number', 'home address'],
      ...['address line', 'strasse', 'straße', 'hausnummer', 'plz', 'postleitzahl', 'anschrift', 'wohnort'],
    ],
  },
  {
    tag: 'ip_address',
    families: ['text', 'number', 'other'],
    phrases: ['ip', 'ip address', 'ipaddress', 'ip adresse'],
  },
  {
    tag: 'device_id',
    families: ['text', 'number', 'other'],
    phrases: ['device id', 'deviceid', 'device identifier', 'imei', 'imsi', 'mac address', 'user agent'],
  },
  {
    tag: 'salary',
    families: PAID,
    phrases: ['salary', 'wage', 'remuneration', 'gehalt', 'jahresgehalt', 'monatsgehalt', 'lohn', 'vergutung'],
  },
  {
    tag: 'secret',
    families: ['text', 'other'],
    phrases: [
      ...['password', 'passwd', 'pwd', 'passphrase', 'secret', 'api key', 'apikey', 'private key', 'token'],
      ...['access token', 'passwort', 'kennwort', 'geheimnis'],
    ],
  },
  {
    tag: 'health',
    families: ['text', 'number', 'boolean', 'other'],
    phrases: [
      ...['diagnosis', 'disease', 'illness', 'allergy', 'medication', 'blood type', 'disability', 'medical history'],
      ...['diagnose', 'krankheit', 'allergie', 'medikament', 'blutgruppe', 'behinderung', 'krankenkasse'],
    ],
  },
  { tag: 'religion', families: WRITTEN, phrases: ['religion', 'religious', 'konfession', 'kirchensteuer'] },
  {
    tag: 'gender',
    families: ['text', 'number', 'other'],
    phrases: ['gender', 'sex', 'geschlecht', 'anrede', 'salutation'],
  },
  { tag: 'ethnicity', families: WRITTEN, phrases: ['ethnicity', 'ethnic', 'nationality', 'staatsangehorigkeit'] },
  {
    tag: 'person_name',
    families: TEXT,
    isWeak: true,
    isWhole: true,
    phrases: [
      ...['name', 'customer name', 'contact name', 'person name', 'employee name', 'patient name', 'holder name'],
      ...['owner name', 'author name', 'kundenname'],
    ],
  },
  { tag: 'postal_address', families: TEXT, phrases: ['address', 'adresse', 'city', 'stadt', 'ort'], isWeak: true },
  {
    tag: 'location',
    families: ['number', 'text'],
    isWeak: true,
    phrases: ['latitude', 'longitude', 'lat', 'lon', 'lng', 'breitengrad', 'langengrad'],
  },
  { tag: 'salary', families: PAID, phrases: ['income', 'bonus', 'einkommen'], isWeak: true },
];

/** With one of them, a name is about something else: `email_template`, `phone_type`, `password_length`. */
export const OTHER_SUBJECTS: ReadonlySet<string> = new Set([
  ...['template', 'subject', 'body', 'status', 'type', 'kind', 'count', 'provider', 'format', 'length', 'policy', 'verified'],
  ...['enabled', 'sent', 'opened', 'vorlage', 'betreff', 'anzahl', 'typ'],
]);
