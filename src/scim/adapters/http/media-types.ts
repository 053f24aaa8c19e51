export const SCIM_JSON = 'application/scim+json';
export const SCIM_TYPES_OF_BODIES: readonly string[] = [SCIM_JSON, 'application/json'];

/**
 * Whether an Accept header lets one of our two types through (RFC 9110 section 12.5.1): among the ranges that fit a type, the
 * most precise one counts, and `q=0` forbids the type. Other parameters are ignored, because clients add a charset.
 */
export function acceptsScim(header: string): boolean {
  const ranges = header.split(',').map(rangeOf);
  return SCIM_TYPES_OF_BODIES.some((type) => {
    for (const range of [type, 'application/*', '*/*']) {
      const fitting = ranges.filter(({ name }) => name === range);
      if (fitting.length > 0) return fitting.some(({ quality }) => quality > 0);
    }
    return false;
  });
}

function rangeOf(text: string): { name: string; quality: number } {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
  // Java's HttpURLConnection sends "*; q=.2" unless it is told otherwise.
  return { name: name === '*' ? '*/*' : name, quality: /^(?:[01](?:\.\d*)?|\.\d+)$/.test(quality) ? Math.min(Number(quality), 1) : 0 };
}

const UTF_8 = /^utf-?8$/;

/** One of the two types, in UTF-8 (RFC 8259 section 8.1). */
export function isScimBody(contentType: string | undefined): boolean {
  const [name = '', ...parameters] = (contentType ?? '').split(';').map((part) => part.trim().toLowerCase());
  if (!SCIM_TYPES_OF_BODIES.includes(name)) return false;
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  return charset === undefined || UTF_8.test(charset.replaceAll('"', ''));
}
