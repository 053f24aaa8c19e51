import { plainText } from '../../shared/plain-text.js';
import type { Column, Relation } from '../../engines/catalog-reader/relation.js';
import { wordsOf } from '../../shared/words.js';
import { type Sentence, say } from '../../shared/sentence.js';

/** Words in names of columns that identify, reach, pay or admit people; in the singular, as `wordsOf` makes them. */
const SENSITIVE = new Set(
  `account address adresse apikey auth bban bic birth birthday birthdate bonus card cellphone credential creditcard cvc cvv diagnosis
   dob driver email fax firstname forename fullname gehalt geburtsdatum geburtstag gender health hash iban imei income ip kennwort konto
   kontonummer kreditkarte lastname latitude license lohn longitude mail maiden medical mobile mobil nachname national nin otp passcode
   passphrase passport passwd password passwort payroll pesel phone pin plate postcode postal pwd race religion religious salary salt
   secret session sin sozialversicherung ssn steuer street strasse surname swift tax telefon telephone tin token username user vat vorname
   wage whatsapp zip`.split(/\s+/),
);
/** Inside words that run together, such as `customeremail`; too long to stand there by chance. */
const INSIDE = /e-?mail|passw|kennwort|iban$|salary|gehalt|telefon|(?:tele|mobile)?phone|firstname|lastname|surname|birth/;
/** First and last names, and those of people: `name` of a product or a country is not sensitive. */
const OF_PEOPLE = new Set(['first', 'last', 'middle', 'given', 'family', 'full', 'maiden', 'patient', 'person', 'employee']);
const NO_TEXT = /^(bytea|blob|.*blob|binary|varbinary|json|jsonb|xml|geometry|geography|point|line|box|path|polygon|tsvector)\b/i;
const LONGEST_NAME = 200;

interface Asked {
  readonly relation: Pick<Relation, 'kind' | 'schema' | 'name'>;
  readonly column: Column;
}

/**
 * The one answer to whether values of a column may be read and shown to a language model, if an administrator wants it.
 * @returns why not, as a sentence for people; `null`: they may
 */
export function refusalToSample({ relation, column }: Asked): Sentence | null {
  const { name, type, comment, readable, generated, tags: [tag] = [] } = column;
  if (tag !== undefined)
    return say('The column has the tag "{tag}". Values of columns with a tag are never shown to the model.', { tag: plainText(tag, 40) });
  if (!readable) return 'The database user may not read this column. Grant it SELECT.';
  // A view runs code of others to have a value, and a computed column tells of columns that may be tagged or look personal.
  if (!['table', 'partitioned_table'].includes(relation.kind) || generated !== null)
    return 'Only columns of tables can be sampled, and no computed ones. Choose another column.';
  if ([relation.schema, relation.name, name].some((one) => one.length > LONGEST_NAME || plainText(one, LONGEST_NAME) !== one))
    return 'The name is too long or contains invisible characters. Rename the column in the database.';
  if (NO_TEXT.test(type))
    return say('Values of the type {type} are too long or not readable. Choose another column.', { type: plainText(type, 40) });
  const sensitive = sensitiveWordIn(name) ?? sensitiveWordIn(comment ?? '');
  return sensitive === null
    ? null
    : say('The column seems to hold personal or secret data ("{word}"). Values of such columns are never shown to the model.', {
        word: sensitive,
      });
}

function sensitiveWordIn(text: string): string | null {
  const words = wordsOf(text.slice(0, 1_000));
  const found = words.find((word) => SENSITIVE.has(word)) ?? INSIDE.exec(words.join(' '))?.[0];
  if (found !== undefined) return found;
  const isOfPerson = words.includes('name') && words.find((word) => OF_PEOPLE.has(word));
  return isOfPerson ? `${isOfPerson} name` : null;
}

const MOST_VALUES = 5;
const LONGEST_VALUE = 40;
/** An address, or as many digits as a number of a person, a card or an account has. */
const PERSONAL = /@|https?:|(?:\d[ -]?){9,}|^[a-z]{2}\d{2}[a-z0-9 ]{11,}$/i;

/**
 * The values that stay of those that were read: a few short ones on one line each, or none at all if any of them looks as if it
 * told of a person, whatever the column is called.
 */
export function samplesOf(cells: readonly (string | number | boolean | null)[]): string[] {
  const values = cells.flatMap((cell) => (cell === null ? [] : [plainText(String(cell), 2 * LONGEST_VALUE)]));
  if (values.some((value) => PERSONAL.test(value))) return [];
  return [...new Set(values)].filter((value) => value !== '' && value.length <= LONGEST_VALUE).slice(0, MOST_VALUES);
}
