import { DomainError, type ErrorKind, type FieldError } from './domain-error.js';
import { type Sentence, inEnglish, recognized, withWords } from './sentence.js';

/** In English for instances of an earlier version, which know no other; `sentence` is missing in what they have kept. */
interface InBoth {
  readonly message: string;
  readonly sentence?: Sentence;
}

/** A refusal that can be given again, as JSON and in any language. */
export interface KeptRefusal extends InBoth {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly details?: readonly (Omit<FieldError, 'message'> & InBoth)[];
  readonly extension?: Readonly<Record<string, unknown>>;
}

/**
 * `JSON.stringify` would leave out the message of an error. The names of policies are left out: who asks again may have lost the right to
 * read them.
 */
export function keptOf({ kind, code, sentence, details, extension }: DomainError): KeptRefusal {
  return {
    kind,
    code,
    ...inBoth(sentence),
    ...(details && { details: details.map(({ message, ...rest }) => ({ ...rest, ...inBoth(message) })) }),
    ...(extension && { extension: JSON.parse(JSON.stringify(withWords(extension, 'en'), withoutPolicies)) as typeof extension }),
  };
}

function withoutPolicies(name: string, value: unknown): unknown {
  return name === 'policies' ? undefined : value;
}

export function refusalOf({ kind, code, details, extension, ...said }: KeptRefusal): DomainError {
  const shown = details?.map(({ message, sentence, ...rest }) => ({ ...rest, message: sentenceOf({ message, sentence }) }));
  return new DomainError(kind, code, sentenceOf(said), shown, extension);
}

function inBoth(sentence: Sentence): InBoth {
  return { message: inEnglish(sentence), sentence };
}

function sentenceOf({ message, sentence }: { readonly message: string; readonly sentence?: Sentence | undefined }): Sentence {
  return sentence ?? recognized(message);
}
