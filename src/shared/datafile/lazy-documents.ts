type Documents<T> = Readonly<Record<string, T>>

/** A document that is kept as text until its first use. */
export class LazyDocument {
  #text: string | null
  #document: unknown

  constructor(text: string) {
    this.#text = text
  }

  /** The text; null once the document was parsed. */
  get text(): string | null {
    return this.#text
  }

  /** The parsed document; null if the text is not JSON, which makes it malformed. */
  get document(): unknown {
    if (this.#text !== null) {
      this.#document = parsed(this.#text)
      this.#text = null
    }
    return this.#document
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The entries of lazily parsed documents: a document, or a `Late` one. */
const lazyEntries = new WeakMap<object, ReadonlyMap<string, unknown>>()

// Properties are read through `get`. A descriptor with a value would have to parse the document.
const lazyProperty = { enumerable: true, configurable: true, get: undefined, set: undefined }

/** Creates a record of documents, each of which is parsed on first use. */
export const lazyDocuments = <T>(entries: ReadonlyMap<string, unknown>): Record<string, T> => {
  const documents = new Proxy(
    {},
    {
      get: (_, key) => (typeof key === 'string' ? parsedEntry(entries.get(key)) : undefined),
      has: (_, key) => typeof key === 'string' && entries.has(key),
      ownKeys: () => ordered([...entries.keys()]),
      getOwnPropertyDescriptor: (_, key) => (typeof key === 'string' && entries.has(key) ? lazyProperty : undefined),
    },
  )
  lazyEntries.set(documents, entries)
  // Safe cast in the same sense as `JSON.parse`: documents are not validated.
  return documents as Record<string, T>
}

const parsedEntry = (entry: unknown): unknown => (entry instanceof LazyDocument ? entry.document : entry)

const isIndex = (key: string): boolean => /^(0|[1-9]\d*)$/.test(key)

/** Sorts keys as objects do: integers first. */
const ordered = (keys: string[]): string[] =>
  keys.some(isIndex) ? Object.keys(Object.fromEntries(keys.map((key) => [key, null]))) : keys

/** Returns each document by key, without parsing lazy ones. */
export const entriesOf = (documents: object): Iterable<readonly [string, unknown]> =>
  lazyEntries.get(documents) ?? Object.entries(documents)

/** Returns a document, without parsing a lazy one. */
export const entryOf = (documents: Documents<unknown>, key: string): unknown =>
  lazyEntries.get(documents)?.get(key) ?? documents[key]

/** Returns only the documents that are already parsed. */
export const parsedDocumentsOf = <T>(documents: Documents<T>): Documents<T> => {
  const entries = lazyEntries.get(documents)
  if (entries === undefined) return documents
  const read = [...entries].filter(([, entry]) => !(entry instanceof LazyDocument) || entry.text === null)
  // Safe cast: `open` returns the same values as `documents`.
  return Object.fromEntries(read.map(([key, entry]) => [key, parsedEntry(entry) as T]))
}

/** Returns the documents with changes applied; null removes one. Returns the same object if there are no changes. */
export const changedDocuments = <T>(documents: Record<string, T>, changes: Documents<T | null>): Record<string, T> => {
  const keys = Object.keys(changes)
  if (keys.length === 0) return documents
  const entries = lazyEntries.get(documents)
  if (entries !== undefined) {
    const result = new Map(entries)
    for (const key of keys) {
      if (changes[key] === null || changes[key] === undefined) result.delete(key)
      else result.set(key, changes[key])
    }
    return lazyDocuments(result)
  }
  const result = { ...documents }
  for (const key of keys) {
    const document = changes[key]
    if (document === null || document === undefined) delete result[key]
    else result[key] = document
  }
  return result
}
