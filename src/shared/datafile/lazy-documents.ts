type Documents<T> = Readonly<Record<string, T>>

/** A document as the text it came in, until it is first asked for. */
export class Late {
  #text: string | null
  #document: unknown

  constructor(text: string) {
    this.#text = text
  }

  /** Null once the document was asked for. */
  get text(): string | null {
    return this.#text
  }

  /** The document; null where the text is no JSON: it is malformed then, as any null is. */
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

/** What is behind documents that are read late: a document, or the text of one. */
const held = new WeakMap<object, ReadonlyMap<string, unknown>>()

// reads go through `get`; a descriptor with a value would have to read the document
const present = { enumerable: true, configurable: true, get: undefined, set: undefined }

/** Documents that look as if all were there; each is read when it is first asked for. */
export const lazyDocuments = <T>(entries: ReadonlyMap<string, unknown>): Record<string, T> => {
  const documents = new Proxy(
    {},
    {
      get: (_, key) => (typeof key === 'string' ? open(entries.get(key)) : undefined),
      has: (_, key) => typeof key === 'string' && entries.has(key),
      ownKeys: () => ordered([...entries.keys()]),
      getOwnPropertyDescriptor: (_, key) => (typeof key === 'string' && entries.has(key) ? present : undefined),
    },
  )
  held.set(documents, entries)
  // Nobody has looked at what is in them; nor has anybody at what JSON.parse gives.
  return documents as Record<string, T>
}

const open = (entry: unknown): unknown => (entry instanceof Late ? entry.document : entry)

const isIndex = (key: string): boolean => /^(0|[1-9]\d*)$/.test(key)

/** Keys in the order that an object has them: whole numbers first. */
const ordered = (keys: string[]): string[] =>
  keys.some(isIndex) ? Object.keys(Object.fromEntries(keys.map((key) => [key, null]))) : keys

/** Each document by its key, those that nobody has asked for yet as they came. */
export const entriesOf = (documents: object): Iterable<readonly [string, unknown]> =>
  held.get(documents) ?? Object.entries(documents)

/** What is there under a key: a document, or one that nobody has asked for yet. */
export const entryOf = (documents: Documents<unknown>, key: string): unknown =>
  held.get(documents)?.get(key) ?? documents[key]

/** The documents that were asked for, and those that came whole. */
export const alreadyRead = <T>(documents: Documents<T>): Documents<T> => {
  const entries = held.get(documents)
  if (entries === undefined) return documents
  const read = [...entries].filter(([, entry]) => !(entry instanceof Late) || entry.text === null)
  // What `open` gives is what `documents` gives.
  return Object.fromEntries(read.map(([key, entry]) => [key, open(entry) as T]))
}

/** The documents with others in their place, or gone where that is null; the very same object when there are none. */
export const changedDocuments = <T>(documents: Record<string, T>, changes: Documents<T | null>): Record<string, T> => {
  const keys = Object.keys(changes)
  if (keys.length === 0) return documents
  const entries = held.get(documents)
  const result = entries === undefined ? null : new Map(entries)
  const plain = result === null ? { ...documents } : {}
  for (const key of keys) {
    const document = changes[key]
    const gone = document === null || document === undefined
    if (gone) result === null ? delete plain[key] : result.delete(key)
    else if (result === null) plain[key] = document
    else result.set(key, document)
  }
  return result === null ? plain : lazyDocuments(result)
}
