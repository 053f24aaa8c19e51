const UNSTORABLE = /\0|\p{Surrogate}/u;

/** Whether PostgreSQL can keep the text: it takes neither NUL nor half a character. What it cannot keep equals nothing that it has. */
export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text);
}
