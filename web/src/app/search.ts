type Given = Readonly<Record<string, unknown>>;

/** A positive whole number of the address; nothing when the address holds something else. */
export function numberIn<Name extends string>(given: Given, name: Name): { readonly [Key in Name]?: number } {
  const value = Number(given[name]);
  return (Number.isSafeInteger(value) && value > 0 ? { [name]: value } : {}) as { readonly [Key in Name]?: number };
}

/** A text of the address. The router parses names that look like numbers; they are still names. */
export function textIn<Name extends string>(given: Given, name: Name): { readonly [Key in Name]?: string } {
  const value = given[name];
  const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return (isText && value !== '' ? { [name]: String(value) } : {}) as { readonly [Key in Name]?: string };
}

/** One of the words that a filter knows. */
export function choiceIn<Name extends string, Choice extends string>(
  given: Given,
  name: Name,
  choices: readonly Choice[],
): { readonly [Key in Name]?: Choice } {
  const value = choices.find((choice) => choice === given[name]);
  return (value === undefined ? {} : { [name]: value }) as { readonly [Key in Name]?: Choice };
}

/** For the address: an empty filter is left out of it. */
export function withoutEmpty<Search extends object>(search: Search): Search {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== '' && value !== undefined)) as Search;
}
