import { ValidateBy } from 'class-validator';
import { hostOf } from '../network/host-literal.js';

/** What a connection can be made to; whether it may is judged where it is made. */
export function IsHost(): PropertyDecorator {
  const validate = (value: unknown): boolean => typeof value === 'string' && hostOf(value) !== undefined;
  return ValidateBy({
    name: 'isHost',
    validator: { validate, defaultMessage: () => 'Must be a host name or an IP address' },
  });
}
