const ESCAPES = /\\(?:u([0-9a-f]{4})|.)/gis;

/**
 * Whether JSON has NUL or half a surrogate pair in it, neither of which PostgreSQL can hold. In UTF-8 both can only be written
 * as escapes, so that these are all there is to look at.
 */
export function holdsUnstorableText(bytes: Buffer): boolean {
  if (!bytes.includes('\\u')) return false;
  let awaited = -1;
  for (const escape of bytes.toString('latin1').matchAll(ESCAPES)) {
    const unit = escape[1] === undefined ? NaN : Number.parseInt(escape[1], 16);
    const isLow = unit >= 0xdc00 && unit <= 0xdfff;
    const isHigh = unit >= 0xd800 && unit <= 0xdbff;
    const completes = isLow && awaited === escape.index;
    if (unit === 0 || completes !== (isLow || awaited !== -1)) return true;
    awaited = isHigh ? escape.index + escape[0].length : -1;
  }
  return awaited !== -1;
}
