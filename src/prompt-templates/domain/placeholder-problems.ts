import type { FieldError } from '../../shared/domain-error.js';
import type { Parameter } from './parameter.js';
import { placeholdersIn } from './renderer.js';

/** What keeps a template from being published: each name that stands only in the text or only among the parameters. */
export function placeholderProblems(text: string, parameters: readonly Parameter[]): readonly FieldError[] {
  const placeholders = placeholdersIn(text);
  const used = new Set(placeholders);
  const declared = new Set(parameters.map(({ name }) => name));
  return [
    ...placeholders
      .filter((name) => !declared.has(name))
      .map((name) => ({ field: 'template_text', message: `The placeholder {{${name}}} has no parameter.` })),
    ...parameters.flatMap(({ name }, index) =>
      used.has(name)
        ? []
        : [{ field: `parameters[${index}].name`, message: `No placeholder {{${name}}} is in the text.` }],
    ),
  ];
}
