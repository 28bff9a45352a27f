import type { Datafile } from '../schemas/datafile.ts'
import { canonicalJson } from './canonical-json.ts'

/** Documents are never changed in place, so their text is cached. */
const texts = new WeakMap<object, string>()

const textOf = (document: object): string => {
  const known = texts.get(document)
  if (known !== undefined) return known
  const text = canonicalJson(document)
  texts.set(document, text)
  return text
}

const lines = (kind: string, documents: Readonly<Record<string, object>>): string =>
  Object.keys(documents)
    .sort()
    .map((key) => `${kind} ${JSON.stringify(key)} ${textOf(documents[key] ?? {})}\n`)
    .join('')

/** Returns all documents of a datafile as text. Equal documents give equal text, whatever their order. */
export const contentText = ({ flags, segments }: Pick<Datafile, 'flags' | 'segments'>): string =>
  lines('flag', flags) + lines('segment', segments)

/**
 * The text that is signed: its purpose, the environment, the revision, and the SHA-256 of the content in hexadecimal. A
 * signature is therefore valid only for one revision of one environment, and only for a datafile.
 */
export const signedText = (
  { project, environment, revision, publishedAt, digest }: Omit<Datafile, 'flags' | 'segments'>,
  sha256: string,
): string => `fanion datafile 1\n${project}/${environment}\n${revision}\n${publishedAt}\n${digest}\n${sha256}`
