import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { ATTRIBUTES_RULE } from '../../src/organizations/domain/member-attributes.js';
import { germanOf } from '../../src/platform/http/german-sentences.js';

/** Calls that take a sentence about a field. */
const TELLING = ['told', 'tell', 'columnRefused', 'several', 'wrongIn'];
/** Their code and its arguments make the German sentence. */
const OF_A_CODE = [
  ...['Is missing.', 'Must be a text.', 'Must contain only digits, without leading zeros.', 'Send this only once.'],
  ...['Send 7 characters at most.', 'There is no such parameter. Did you mean "7"?', 'Property 7 should not exist.', '7 Did you mean "7"?'],
  ...[
    'Is required for this engine.',
    'Is required for this type of connection.',
    'Name the organization.',
    'Must be a whole number from 7 to 7.',
  ],
  // Its rule stands in the domain, and is told below.
  '7 must be 7.',
  ...['A JSON object is required as the request body.', '7 must be a day or a time with offset in ISO 8601, such as 2026-11-20T09:15:00Z.'],
];
/** Answers of another form, in English throughout: tools of models, warnings, results of a test of a connection. */
const OTHERS = [
  'mcp/',
  'abac/adapters/http/data-policy-response.ts',
  'abac/application/validate-data-policy.ts',
  'abac/domain/names-of',
  'demo/',
];

function sentencesIn(file: string): string[] {
  const text = readFileSync(`src/${file}`, 'utf8');
  if (!/FieldError|ValidationFailed|ValidateBy|class-validator/.test(text)) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const constants = new Map<string, ts.Expression>();
  const found: string[] = [];
  const texts = (node: ts.Expression | undefined, depth = 0): string[] => {
    if (node === undefined || depth > 4) return [];
    if (ts.isStringLiteralLike(node)) return [node.text];
    if (ts.isTemplateExpression(node)) return [node.head.text + node.templateSpans.map(({ literal }) => `7${literal.text}`).join('')];
    if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap((branch) => texts(branch, depth + 1));
    if (ts.isArrowFunction(node) && ts.isExpression(node.body)) return texts(node.body, depth + 1);
    return ts.isIdentifier(node) ? texts(constants.get(node.text), depth + 1) : [];
  };
  const member = (node: ts.ObjectLiteralExpression, ...names: readonly string[]): ts.Expression | undefined => {
    const property = node.properties.find(({ name }) => name !== undefined && ts.isIdentifier(name) && names.includes(name.text));
    if (property === undefined) return undefined;
    return ts.isPropertyAssignment(property) ? property.initializer : constants.get('message');
  };
  const look = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) constants.set(node.name.text, node.initializer);
    if (ts.isObjectLiteralExpression(node)) {
      const isOfClass = file.endsWith('.dto.ts') || member(node, 'defaultMessage') !== undefined;
      if (isOfClass || node.properties.some(({ name }) => name?.getText() === 'field'))
        found.push(...texts(member(node, 'message', 'defaultMessage')));
    }
    if (ts.isCallExpression(node) && TELLING.includes(node.expression.getText()))
      found.push(...node.arguments.flatMap((one) => texts(one)));
    ts.forEachChild(node, look);
  };
  look(source);
  // As a client reads what the library makes of it.
  const shown = found.filter((text) => /[a-z] [a-z]/.test(text)).map((text) => text.replaceAll(/\$\w+/g, '7'));
  return shown.map((text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') || text.endsWith('?') ? '' : '.'}`);
}

describe('a sentence about a field', () => {
  it('has a German one, wherever the service writes it', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'),
    );
    const sentences = files.filter((file) => !OTHERS.some((other) => file.startsWith(other))).flatMap(sentencesIn);
    const untold = [...new Set(sentences)].filter((sentence) => germanOf(sentence) === undefined && !OF_A_CODE.includes(sentence));
    expect(untold).toEqual([]);
    expect(new Set(sentences).size).toBeGreaterThan(100);
  });

  it('keeps what the rule fills in, and is left alone where none is known', () => {
    expect(germanOf('The organization has no data source named River atlas.')).toBe(
      'Die Organisation hat keine Datenquelle namens River atlas.',
    );
    expect(germanOf('Must lie in the future, within 365 days.')).toBe('Muss in der Zukunft liegen, höchstens 365 Tage von jetzt.');
    expect(germanOf('Each of tags must have 1 to 50 characters, without control characters.')).toBe(
      'Jeder Eintrag muss 1 bis 50 Zeichen haben, ohne Steuerzeichen.',
    );
    expect(germanOf(`Attributes must be ${ATTRIBUTES_RULE}.`)).toMatch(/^Darf höchstens 20 Namen haben/);
    expect(germanOf('A sentence of tomorrow.')).toBeUndefined();
  });
});
