import { describe, expect, it } from '@jest/globals';
import { errorShapeOf } from './error-shape.js';

const STATEMENT = 'SELECT lenght, name::int FROM hydro.rivers WHERE name = 3';

describe('the shape of an error', () => {
  it.each([
    ['invalid input syntax for type integer: "4711-secret"', 'invalid input syntax for type integer: …'],
    ['invalid input syntax for type integer: "a" Meier "b"', 'invalid input syntax for type integer: …'],
    ['Diagnosis of Meier is flu', '… of … is …'],
    ['value 4711 is out of range for type integer', 'value … is out of range for type integer'],
    ["Data truncation: Incorrect DECIMAL value: 'Meier' for column '' at row -1", null],
    ["Truncated incorrect DOUBLE value: 'Meier'", null],
    ["Incorrect datetime value: 'Meier' for column `d`.`t`.`c` at row 4711", null],
    ['DOUBLE value is out of range in exp(4711)', null],
    ['malformed JSON: Meier', null],
    ["Conversion Error: Could not convert string 'Meier' to INT32 LINE 1: SELECT name::int", null],
    ["Conversion Error: Could not convert string 'Meier's 4711' to INT32", null],
    ['Conversion Error: timestamp field value out of range: "4711-13-99", expected format is (YYYY-MM-DD)', null],
    ['Out of Range Error: Overflow in multiplication of INT64 (4711 * 4711)!', null],
    ['ungültige Eingabesyntax für Typ integer: „Meier“', null],
    ['Meier\u0301 4711 secret', null],
  ])('holds nothing that the data may have brought in: %s', (reason, shape) => {
    const told = errorShapeOf(reason, STATEMENT);
    expect(told).not.toMatch(/meier|4711|secret|flu|\b99\b/i);
    if (shape !== null) expect(told).toContain(shape);
  });

  it.each([
    'column "lenght" does not exist',
    "Unknown column 'lenght' in 'SELECT'",
    'no such column: lenght',
    'Binder Error: Referenced column "lenght" not found in FROM clause!',
    'operator does not exist: text = integer',
    'column "rivers.name" must appear in the GROUP BY clause or be used in an aggregate function',
    'division by zero',
    'missing FROM-clause entry for table "rivers"',
    'The statement is not a query: it returns no rows.',
    'There is more than one statement.',
    'Part of the result is too large to read. Select less.',
    'The result has too many columns.',
  ])('keeps what tells how to correct the statement: %s', (reason) => {
    expect(errorShapeOf(reason, STATEMENT)).toBe(reason);
  });
});
