/** What the types of all engines begin with, or contain; a type may have a length: `varchar(80)`. */
export const NUMERIC = /^(?:tiny|small|medium|big|huge|u)*int|^(?:numeric|decimal|real|double|float|money|number)/i;
export const TEXT = /char|text|string|clob/i;
