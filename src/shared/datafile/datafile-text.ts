import { collectModules, isFamily } from '../engine/module-names.ts'
import type { ModuleName } from '../engine/optional-module.ts'
import type { Datafile } from '../schemas/datafile.ts'
import { entriesOf, LazyDocument, lazyDocuments } from './lazy-documents.ts'

/*
 * The text of a datafile is JSON with a tab before each document. A tab never occurs inside a JSON text, so documents
 * are found without being parsed, and each is parsed on first use. A document that needs an optional module has two
 * tabs and is parsed at once, because the module must be loaded before the first evaluation.
 */
const tab = '\t'
const head = '"flags":{'
const between = '},"segments":{'

const needs = new WeakMap<object, boolean>()

/** Whether a document needs an optional module of the engine. */
const needsMore = (document: unknown): boolean => {
  if (typeof document !== 'object' || document === null) return false
  const known = needs.get(document)
  if (known !== undefined) return known
  const names = new Set<ModuleName>()
  collectModules(document, names)
  const more = [...names].some((name) => !isFamily(name))
  needs.set(document, more)
  return more
}

const line = (key: string, entry: unknown): string => {
  const late = entry instanceof LazyDocument ? entry.text : null
  const document = entry instanceof LazyDocument && late === null ? entry.document : entry
  const text = late ?? JSON.stringify(document)
  return `${late === null && needsMore(document) ? tab : ''}${tab}${JSON.stringify(key)}:${text}`
}

const lines = (documents: object): string => {
  let text = ''
  for (const [key, entry] of entriesOf(documents))
    if (entry !== undefined) text += (text === '' ? '' : ',') + line(key, entry)
  return text
}

/** Writes a datafile as JSON, in the layout that lets `readDatafile` find documents without parsing them. */
export const writeDatafile = ({ flags, segments, ...rest }: Datafile): string =>
  `${JSON.stringify(rest).slice(0, -1)},${head}${lines(flags)}${tab}${between}${lines(segments)}${tab}}}`

/**
 * Parses the text of a datafile. If `writeDatafile` wrote it, each document is parsed on first use; a malformed one is
 * null. Throws a `SyntaxError` if the rest is not JSON.
 */
export const readDatafile = (text: string): unknown => {
  const start = text.indexOf(tab)
  if (start < 0 || !text.startsWith(head, start - head.length) || !text.endsWith(`${tab}}}`)) return JSON.parse(text)
  const flags = new Map<string, unknown>()
  const middle = readLines(text, start, flags)
  if (!text.startsWith(between, middle + 1)) return JSON.parse(text)
  const segments = new Map<string, unknown>()
  const end = readLines(text, middle + 1 + between.length, segments)
  if (end + 3 !== text.length) return JSON.parse(text)
  // The rest is the datafile without documents.
  const rest: object = JSON.parse(`${text.slice(0, start)}}}`)
  return { ...rest, flags: lazyDocuments(flags), segments: lazyDocuments(segments) }
}

/**
 * Collects documents from the tab before the first to the tab after the last. Returns the position of that tab, or -1
 * if the layout differs.
 */
const readLines = (text: string, from: number, documents: Map<string, unknown>): number => {
  let at = from
  if (text[at] !== tab) return -1
  for (let isMore = text[at + 1] !== '}'; isMore; ) {
    const atOnce = text[at + 1] === tab
    const begin = at + (atOnce ? 2 : 1)
    const quote = text.indexOf('"', begin + 1)
    const end = text.indexOf(tab, begin)
    const key = text.slice(begin + 1, quote)
    if (text[begin] !== '"' || text[quote + 1] !== ':' || quote > end || key.includes('\\')) return -1
    isMore = text[end - 1] === ','
    const entry = new LazyDocument(text.slice(quote + 2, isMore ? end - 1 : end))
    documents.set(key, atOnce ? entry.document : entry)
    at = end
  }
  return at
}
