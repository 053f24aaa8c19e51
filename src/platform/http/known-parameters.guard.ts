import type { CanActivate, ExecutionContext, Type } from '@nestjs/common';
import { DECORATORS } from '@nestjs/swagger';
import type { Request } from 'express';
import { ValidationFailed } from '../../shared/domain-error.js';
import { noteRoute } from './every-fault.js';
import { fieldsOf, meantName } from './meant-name.js';
import { say } from '../../shared/sentence.js';
import { type Handler, argumentsOf, metadata } from './request-arguments.js';

const known = new WeakMap<Handler, ReadonlySet<string>>();

/**
 * Refuses a parameter of the query whose name is nearly that of one that the route takes: `lmit=50` would silently get ten items. Other
 * unknown ones are ignored, as proxies, browsers and analytics add their own. Last of the guards, so that strangers learn nothing here.
 */
export class KnownParametersGuard implements CanActivate {
  canActivate(context: ExecutionContext): true {
    noteRoute(context);
    const request = context.switchToHttp().getRequest<Request>();
    if (!request.url.includes('?')) return true;
    const handler = context.getHandler();
    const names = known.get(handler) ?? namesFor(context.getClass(), handler);
    const wrong = Object.keys(request.query).flatMap((field) => {
      const meant = names.has(field) ? null : meantName(field, names);
      if (meant === null) return [];
      const message = say('{fault} Did you mean "{nearest}"?', { fault: say('There is no such parameter.'), nearest: meant });
      return [{ field, message, code: 'unknown_parameter' as const, arguments: { nearest: meant } }];
    });
    if (wrong.length > 0) throw new ValidationFailed(wrong);
    return true;
  }
}

function namesFor(controller: Type, handler: Handler): ReadonlySet<string> {
  const documented = metadata<readonly { readonly name?: string; readonly in?: string }[]>(DECORATORS.API_PARAMETERS, handler) ?? [];
  const names = new Set(documented.flatMap((parameter) => (parameter.in === 'query' && parameter.name ? [parameter.name] : [])));
  for (const { place, data, type } of argumentsOf(controller, handler)) {
    if (place !== 'query') continue;
    if (typeof data === 'string') names.add(data);
    else if (type !== undefined) for (const name of fieldsOf(type)) names.add(name);
  }
  known.set(handler, names);
  return names;
}
