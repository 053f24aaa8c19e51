/** A picture beside words that say the same. Pages may set no markup (Trusted Types), so its lines are taken from the text of its file. */
export function Icon({ of }: { readonly of: string }) {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
      {[...of.matchAll(/ d="([^"]+)"/g)].map(([, line]) => (
        <path key={line} d={line} />
      ))}
    </svg>
  );
}
