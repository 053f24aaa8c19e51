import { Injectable } from '@nestjs/common';
import { parse } from 'tldts';
import { hostOf } from '../../../platform/network/host-literal.js';
import { DomainNames, type DomainName } from '../../application/ports/domain-names.js';
import { recordName } from '../../domain/claimed-domain.js';
import { isPublicMail } from './public-mail.js';

const LONGEST_NAME = 253;

/** By the public suffix list, the part of it too that companies enter: below `github.io` as below `co.uk` everybody is his own. */
@Injectable()
export class ListedDomainNames extends DomainNames {
  read(text: string): DomainName {
    const host = hostOf(text.trim());
    if (host?.kind !== 'name' || host.name.includes('_') || recordName(host.name).length > LONGEST_NAME)
      return { kind: 'malformed' };
    const { domain, domainWithoutSuffix } = parse(host.name, { allowPrivateDomains: true });
    if (domain === null || domainWithoutSuffix === null) return { kind: 'suffix' };
    return isPublicMail(domain, domainWithoutSuffix) ? { kind: 'public_mail' } : { kind: 'own', name: host.name };
  }
}
