import { DomainError, UnsupportedMediaType } from '../../shared/domain-error.js';

export class LinkExpired extends DomainError {
  constructor() {
    super('gone', 'GONE', 'The link has expired. Read the template again for a new one.');
  }
}

export class NoIcon extends UnsupportedMediaType {
  constructor() {
    super(
      'Send a PNG, WebP or plain SVG picture, 4096 pixels a side at most. An SVG must not run anything or refer to other files.',
    );
  }
}
