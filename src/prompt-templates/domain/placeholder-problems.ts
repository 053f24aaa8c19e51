import type { FieldError } from '../../shared/domain-error.js';
import type { Parameter } from './parameter.js';
import { compile } from './renderer.js';
import { undeclared } from './rendering.js';
import { say } from '../../shared/sentence.js';

/** Problems that prevent publishing: each name that is only in the text or only among the parameters. */
export function placeholderProblems(text: string, parameters: readonly Parameter[]): readonly FieldError[] {
  const compiled = compile(text);
  const used = new Set(compiled.names);
  return [
    ...undeclared(compiled, parameters),
    ...parameters.flatMap(({ name }, index): FieldError[] =>
      used.has(name)
        ? []
        : [
            {
              field: `parameters[${index}].name`,
              message: say('The text has no placeholder {placeholder}.', { placeholder: `{{${name}}}` }),
            },
          ],
    ),
  ];
}
