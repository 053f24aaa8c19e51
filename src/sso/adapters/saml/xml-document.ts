import { DOMParser } from '@xmldom/xmldom';
import { refuse } from './refusal.js';
import { type XmlBounds, requireBounded } from './xml-bounds.js';

const XML_DECLARATION = /^<\?xml\s+version=["']1\.0["'](\s+encoding=["']utf-8["'])?(\s+standalone=["'](yes|no)["'])?\s*\?>/i;
/** Declarations (DOCTYPE, ENTITY ...) and processing instructions; comments and CDATA sections may stay. */
const DECLARATION = /<\?|<!(?!--|\[CDATA\[)/;
const SPACES = ' \t\r\n';
/** What is not a Char of XML 1.0 (section 2.2); references may name it, and the database cannot hold all of it. */
const NO_CHARACTER = /[^\P{Cc}\t\n\r\x7f-\x9f]|[\ufffe\uffff]|\p{Cs}/u;

/**
 * Refuses before it parses: SAML has no entities and instructions, and a parser that never meets them cannot be misused through them, or be
 * kept busy for hours by a document within the bounds.
 * @returns the root
 */
export function parseXml(text: string, bounds: XmlBounds): Element {
  if (Buffer.byteLength(text) > bounds.bytes) refuse('RESPONSE_MALFORMED', tooLarge(bounds));
  const content = text.replace(/^\ufeff/, '').replace(XML_DECLARATION, '');
  const [declared] = DECLARATION.exec(content) ?? [];
  if (declared !== undefined)
    refuse(
      'RESPONSE_MALFORMED',
      declared === '<?' ? 'holds a processing instruction, or an XML declaration that is not at the beginning' : 'holds a DOCTYPE',
    );
  const count = requireBounded(content, bounds);
  const root = rootOf(content);
  const elements = withDescendants(root);
  if (elements.length !== count) refuse('RESPONSE_MALFORMED', 'can be read in two ways');
  for (const element of elements) {
    const texts = [element.localName, ...attributesOf(element).map(({ value }) => value), ownText(element)];
    if (texts.some((one) => NO_CHARACTER.test(one))) refuse('RESPONSE_MALFORMED', 'holds a character that XML does not allow');
  }
  return root;
}

/**
 * Strict: what another decoder would read differently is not read at all.
 * @param base64 as it was posted
 */
export function decoded(base64: string, bounds: XmlBounds): string {
  return utf8Of(bytesOf(base64, bounds));
}

export function bytesOf(base64: string, bounds: XmlBounds): Buffer {
  const letters = base64.replace(/[\r\n\t ]/g, '');
  if (letters.length > (bounds.bytes / 3) * 4 + 4) refuse('RESPONSE_MALFORMED', tooLarge(bounds));
  if (letters === '' || letters.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(letters)) {
    refuse('RESPONSE_MALFORMED', 'is not Base64');
  }
  return Buffer.from(letters, 'base64');
}

export function utf8Of(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse('RESPONSE_MALFORMED', 'is not UTF-8');
  }
}

export function childrenOf(element: Element): Element[] {
  return Array.from(element.childNodes).filter(isElement);
}

export function childrenNamed(element: Element, namespace: string, name: string): Element[] {
  return childrenOf(element).filter((child) => isNamed(child, namespace, name));
}

export function onlyChild(element: Element, namespace: string, name: string): Element {
  return childNamed(element, namespace, name) ?? refuse('RESPONSE_MALFORMED', `${element.localName} has no ${name}`);
}

/** `null` when there is none; several are refused, since readers differ in which of them they take. */
export function childNamed(element: Element, namespace: string, name: string): Element | null {
  const [first, second] = childrenNamed(element, namespace, name);
  if (second !== undefined) refuse('RESPONSE_MALFORMED', `${element.localName} has several ${name}`);
  return first ?? null;
}

/**
 * All of its text, including text between comments; without the XML white space around it, which pretty-printers put
 * there.
 */
export function textOf(element: Element): string {
  const text = wholeTextOf(element);
  let [from, to] = [0, text.length];
  // Written by hand: a pattern for the end would try each run of spaces from each of its places.
  while (from < to && SPACES.includes(text.charAt(from))) from += 1;
  while (from < to && SPACES.includes(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

/**
 * The text of an identifier, which counts byte for byte: leaving anything out would make two equal, and no service can
 * tell a name that ends with a space from one that was pretty-printed. So both are refused.
 */
export function exactTextOf(element: Element): string {
  const text = wholeTextOf(element);
  if (text !== text.trim()) {
    const how = 'begins or ends with white space: have the provider send it without';
    refuse('RESPONSE_MALFORMED', `the ${element.localName} ${how}`);
  }
  return text;
}

export function attributeOf(element: Element, name: string): string | null {
  return element.hasAttribute(name) ? element.getAttribute(name) : null;
}

export function attributesOf(element: Element): Attr[] {
  return Array.from(element.attributes);
}

export function isNamed(element: Element, namespace: string, name: string): boolean {
  return element.namespaceURI === namespace && element.localName === name;
}

/** In the order of the document. */
export function withDescendants(element: Element): Element[] {
  const found: Element[] = [];
  const waiting = [element];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    found.push(next);
    waiting.push(...childrenOf(next).reverse());
  }
  return found;
}

export function hasComments(element: Element): boolean {
  return withDescendants(element).some(({ childNodes }) => Array.from(childNodes).some(({ nodeType }) => nodeType === COMMENT));
}

export function escaped(text: string): string {
  return text.replace(/[&<>"'\t\n\r]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

const ELEMENT = 1;
const TEXTS = [3, 4];
const COMMENT = 8;

function isElement(node: Node): node is Element {
  return node.nodeType === ELEMENT;
}

function wholeTextOf(element: Element): string {
  if (childrenOf(element).length > 0) refuse('RESPONSE_MALFORMED', `${element.localName} holds more than text`);
  return element.textContent ?? '';
}

function tooLarge({ bytes }: XmlBounds): string {
  return `larger than ${bytes / 1024} KiB`;
}

function ownText(element: Element): string {
  const texts = Array.from(element.childNodes).filter(({ nodeType }) => TEXTS.includes(nodeType));
  return texts.map(({ nodeValue }) => nodeValue ?? '').join('');
}

function rootOf(content: string): Element {
  const complain = (message: unknown): never =>
    /Only one element can be added/.test(String(message))
      ? refuse('RESPONSE_MALFORMED', 'holds several XML documents one after the other: send one of them')
      : refuse('RESPONSE_MALFORMED', `is not XML: ${String(message)}`);
  const parser = new DOMParser({ errorHandler: { warning: complain, error: complain, fatalError: complain } });
  if (!/^\s*</.test(content)) refuse('RESPONSE_MALFORMED', 'is not XML');
  const parsed = parser.parseFromString(content, 'text/xml');
  const [root, second] = Array.from(parsed.childNodes).filter(isElement);
  if (root === undefined || second !== undefined) refuse('RESPONSE_MALFORMED', 'is not a single XML document');
  return root;
}
