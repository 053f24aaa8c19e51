import { Injectable } from '@nestjs/common';
import { parse } from 'tldts';
import { hostOf } from '../../../platform/network/host-literal.js';
import { type DomainName, DomainNames } from '../../application/ports/domain-names.js';
import { recordName } from '../../domain/claimed-domain.js';

/** Mail services that are the same under every suffix: `yahoo.com`, `yahoo.co.uk` ... */
const FAMILIES = new Set(['gmx', 'hotmail', 'outlook', 'yahoo', 'yandex', 'ymail', 'protonmail', 'rocketmail', 'googlemail']);

/** Domains where anyone can get an address, so that no organization may speak for all who have one. */
const DOMAINS = new Set(
  `126.com 139.com 163.com 21cn.com abv.bg alice.it aliyun.com aol.com arcor.de att.net bellsouth.net bigpond.com bk.ru bluewin.ch
   bol.com.br btinternet.com centrum.cz charter.net comcast.net cox.net daum.net disroot.org duck.com earthlink.net email.com email.cz
   fastmail.com fastmail.fm foxmail.com free.fr freenet.de gmail.com guerrillamail.com hanmail.net hey.com hushmail.com icloud.com
   inbox.lv inbox.ru interia.pl internet.ru juno.com kakao.com laposte.net libero.it list.ru live.ca live.co.uk live.com live.fr live.nl
   mac.com mail.com mail.ee mail.ru mailbox.org mailfence.com mailinator.com me.com msn.com nate.com naver.com neuf.fr o2.pl onet.pl
   onmail.com op.pl orange.fr passport.com pm.me posteo.de proton.me qq.com rambler.ru rediffmail.com riseup.net runbox.com
   sbcglobal.net seznam.cz sfr.fr shaw.ca sina.cn sina.com skynet.be sohu.com sympatico.ca t-online.de telenet.be tempmail.com terra.com.br
   tiscali.it tuta.com tuta.io tutamail.com tutanota.com tutanota.de uol.com.br usa.com verizon.net vip.qq.com virgilio.it vk.com
   wanadoo.fr web.de wp.pl ya.ru yeah.net yopmail.com zoho.eu zohomail.com zohomail.eu`.split(/\s+/),
);

/** @param domain as it was registered, without sub-domains @param label its part before the suffix */
function isPublicMail(domain: string, label: string): boolean {
  return DOMAINS.has(domain) || FAMILIES.has(label);
}

const LONGEST_NAME = 253;

/**
 * By the public suffix list, including the part that companies enter: below `github.io`, as below `co.uk`, each name
 * has its own owner.
 */
@Injectable()
export class ListedDomainNames extends DomainNames {
  read(text: string): DomainName {
    const host = hostOf(text.trim());
    if (host?.kind !== 'name' || host.name.includes('_') || recordName(host.name).length > LONGEST_NAME) return { kind: 'malformed' };
    const { domain, domainWithoutSuffix } = parse(host.name, { allowPrivateDomains: true });
    if (domain === null || domainWithoutSuffix === null) return { kind: 'suffix' };
    return isPublicMail(domain, domainWithoutSuffix) ? { kind: 'public_mail' } : { kind: 'own', name: host.name };
  }
}
