/** A day of the address, as a date field writes it; nothing when the address holds something else. */
export function dayIn<Name extends string>(given: Readonly<Record<string, unknown>>, name: Name): { readonly [Key in Name]?: string } {
  const value = given[name];
  const isDay = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
  return (isDay ? { [name]: value } : {}) as { readonly [Key in Name]?: string };
}

/** The moment at which a day begins in the browser's zone, a number of days later. */
export function startOf(day: string, later: number): string {
  const start = new Date(`${day}T00:00:00`);
  start.setDate(start.getDate() + later);
  return start.toISOString();
}
