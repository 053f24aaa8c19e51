import { refuse } from './refusal.js';
import { DIGEST_ALGORITHMS, SIGNATURE_ALGORITHMS } from './signature-algorithms.js';
import {
  attributeOf,
  attributesOf,
  childrenNamed,
  childrenOf,
  hasComments,
  isNamed,
  onlyChild,
  textOf,
  withDescendants,
} from './xml-document.js';
import { ENVELOPED_SIGNATURE, EXCLUSIVE_C14N, XML_SIGNATURE } from './xml-names.js';

const SIGNATURE_METHODS = Object.keys(SIGNATURE_ALGORITHMS);
const DIGEST_METHODS = Object.keys(DIGEST_ALGORITHMS);
/** SAML 2.0 Core, section 5.4.3: with comments or without. No reader of names here stops at a comment. */
const CANONICALIZATIONS: readonly string[] = [EXCLUSIVE_C14N, `${EXCLUSIVE_C14N}WithComments`];
const TRANSFORMS: readonly string[] = [ENVELOPED_SIGNATURE, ...CANONICALIZATIONS];
const MOST_TRANSFORMS = 2;
/** Broken, or made with a key that both sides know. Everything else that is refused is only not supported. */
const UNSAFE = /sha-?1$|[#-]sha1|md5|md2|ripemd|hmac|dsa-sha1/i;
/** White space has one place to match; otherwise a pattern takes quadratic time to see that something else follows. */
const BASE64 = /^[A-Za-z0-9+/\s]+(?:={1,2}\s*)?$/;

/**
 * Every way to wrap or to confuse a signature needs a second signature, a second reference or something that no SAML
 * signature holds (SAML 2.0 Core, section 5.4). So each must be a direct child of what it signs, sign exactly that, and
 * have one plain form.
 * @param signable the elements that may carry one
 * @returns which of them do
 */
export function signedAmong(root: Element, signable: readonly Element[]): readonly Element[] {
  requireUniqueIds(root);
  const signatures = withDescendants(root).filter(({ localName }) => localName === 'Signature');
  const parents = signatures.map((signature) => {
    const parent = signable.find((element) => element === signature.parentNode);
    if (parent === undefined) return refuse('SIGNATURE_INVALID', 'a signature is where none is allowed');
    requirePlain(signature, parent);
    return parent;
  });
  if (new Set(parents).size !== parents.length) refuse('SIGNATURE_INVALID', 'an element has several signatures');
  return parents;
}

/** Readers differ in which attributes they take for an ID, so none of those may name two elements. */
function requireUniqueIds(root: Element): void {
  const ids = withDescendants(root).flatMap((element) => [
    ...new Set(
      attributesOf(element)
        .filter(isId)
        .map(({ value }) => value),
    ),
  ]);
  if (new Set(ids).size !== ids.length) refuse('SIGNATURE_INVALID', 'an ID stands for several elements');
}

function isId({ localName, prefix }: Attr): boolean {
  return /^id$/i.test(localName) && prefix !== 'xmlns';
}

function requirePlain(signature: Element, parent: Element): void {
  if (!isNamed(signature, XML_SIGNATURE, 'Signature') || hasComments(signature)) {
    refuse('SIGNATURE_INVALID', 'the signature does not have the plain form of SAML');
  }
  requireChildren(signature, ['SignedInfo', 'SignatureValue'], ['KeyInfo']);
  // In their order (XML Signature, section 4.1): the library takes the first of each name, which nobody has signed in KeyInfo.
  if (
    !/^SignedInfo,SignatureValue(?:,KeyInfo)?$/.test(
      childrenOf(signature)
        .map(({ localName }) => localName)
        .join(),
    )
  )
    refuse('SIGNATURE_INVALID', 'the parts of the signature are not in their order');
  requireBase64(onlyChild(signature, XML_SIGNATURE, 'SignatureValue'));
  const info = onlyChild(signature, XML_SIGNATURE, 'SignedInfo');
  requireChildren(info, ['CanonicalizationMethod', 'SignatureMethod', 'Reference']);
  requireAlgorithm(onlyChild(info, XML_SIGNATURE, 'CanonicalizationMethod'), CANONICALIZATIONS);
  requireAlgorithm(onlyChild(info, XML_SIGNATURE, 'SignatureMethod'), SIGNATURE_METHODS);
  requireReference(onlyChild(info, XML_SIGNATURE, 'Reference'), parent);
}

function requireReference(reference: Element, parent: Element): void {
  const id = attributeOf(parent, 'ID') ?? '';
  if (!/^[A-Za-z_][\w.-]*$/.test(id)) refuse('SIGNATURE_INVALID', 'what is signed has no proper ID');
  if (attributeOf(reference, 'URI') !== `#${id}`) {
    refuse('SIGNATURE_INVALID', 'the signature covers something other than the element that holds it');
  }
  requireChildren(reference, ['Transforms', 'DigestMethod', 'DigestValue']);
  requireAlgorithm(onlyChild(reference, XML_SIGNATURE, 'DigestMethod'), DIGEST_METHODS);
  requireBase64(onlyChild(reference, XML_SIGNATURE, 'DigestValue'));
  const transforms = childrenOf(onlyChild(reference, XML_SIGNATURE, 'Transforms'));
  if (transforms.length === 0 || transforms.length > MOST_TRANSFORMS) {
    refuse('SIGNATURE_INVALID', 'the signature has other transforms than those of SAML');
  }
  for (const transform of transforms) {
    if (!isNamed(transform, XML_SIGNATURE, 'Transform')) refuse('SIGNATURE_INVALID', 'a transform names no algorithm');
    requireAlgorithm(transform, TRANSFORMS);
  }
}

function requireAlgorithm(element: Element, allowed: readonly string[]): void {
  const algorithm = attributeOf(element, 'Algorithm') ?? '';
  if (!allowed.includes(algorithm)) {
    const [usual = ''] = allowed.filter((one) => one !== ENVELOPED_SIGNATURE);
    const why = UNSAFE.test(algorithm) ? 'which is not safe enough' : 'which this service cannot verify';
    refuse('ALGORITHM_REFUSED', `${element.localName} is ${algorithm.slice(0, 100)}, ${why}: have the provider use ${usual}`);
  }
  const inside = childrenOf(element).filter(
    (child) => !CANONICALIZATIONS.includes(algorithm) || !isNamed(child, EXCLUSIVE_C14N, 'InclusiveNamespaces'),
  );
  if (inside.length > 0) refuse('ALGORITHM_REFUSED', `${element.localName} has parameters`);
}

function requireBase64(element: Element): void {
  if (!BASE64.test(textOf(element))) refuse('SIGNATURE_INVALID', `${element.localName} is not Base64`);
}

function requireChildren(element: Element, names: readonly string[], optional: readonly string[] = []): void {
  const known = [...names, ...optional].flatMap((name) => childrenNamed(element, XML_SIGNATURE, name));
  if (known.length !== childrenOf(element).length) {
    refuse('SIGNATURE_INVALID', `${element.localName} holds what no signature of SAML does`);
  }
  for (const name of names) onlyChild(element, XML_SIGNATURE, name);
  for (const name of optional) {
    if (childrenNamed(element, XML_SIGNATURE, name).length > 1) {
      refuse('SIGNATURE_INVALID', `${element.localName} has several ${name}`);
    }
  }
}
