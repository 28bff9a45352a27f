import type { Datafile } from '../schemas/datafile.ts'
import { canonicalJson } from './canonical-json.ts'

/** Documents are never changed in place: their text is made once. */
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

/** Every document of a datafile as text: the same for equal documents, whatever order they came in. */
export const contentText = ({ flags, segments }: Pick<Datafile, 'flags' | 'segments'>): string =>
  lines('flag', flags) + lines('segment', segments)

/**
 * What a signature of a datafile is over: what it is for, the environment, the revision, and the SHA-256 of its content in
 * hexadecimal digits. So one of another environment, of another revision, or of something else than a datafile fits none.
 */
export const signedText = (
  { project, environment, revision, publishedAt, digest }: Omit<Datafile, 'flags' | 'segments'>,
  sha256: string,
): string => `fanion datafile 1\n${project}/${environment}\n${revision}\n${publishedAt}\n${digest}\n${sha256}`
