import { limits } from '../../../shared/limits.ts'

/** An application that reads an environment in another vendor's format. */
export type VendorFormatReader = {
  readonly environmentId: string
  readonly keyId: string
  readonly format: string
  /** The name and version that the SDK reports. Empty if it reports none. */
  readonly sdk: string
  readonly app: string
}

/** Maximum number of different readers per environment to distinguish. */
const mostReaders = 200

/** Stores the use of a format in the database, so that it survives a restart and other servers see it. */
export type StoreReaderFormat = (environmentId: string, format: string, at: Date) => void

/** Readers of environments in other vendors' formats, with their last use, as seen by this server. */
export class VendorFormatReaders {
  readonly #now: () => Date
  readonly #keep: StoreReaderFormat
  readonly #kept = new Map<string, number>()
  readonly #seen = new Map<string, Map<string, { reader: VendorFormatReader; at: number }>>()

  constructor(now: () => Date, keep: StoreReaderFormat = () => {}) {
    this.#now = now
    this.#keep = keep
  }

  note(reader: VendorFormatReader): void {
    this.#noteFormat(reader)
    const readers = this.#seen.get(reader.environmentId) ?? new Map()
    this.#seen.set(reader.environmentId, readers)
    const name = JSON.stringify([reader.keyId, reader.format, reader.sdk, reader.app])
    if (readers.size >= mostReaders && !readers.has(name)) return
    readers.set(name, { reader, at: this.#now().getTime() })
  }

  #noteFormat({ environmentId, format }: VendorFormatReader): void {
    const name = `${environmentId} ${format}`
    const at = this.#now().getTime()
    if (at - (this.#kept.get(name) ?? Number.NEGATIVE_INFINITY) < limits.readerNotedMs) return
    this.#kept.set(name, at)
    this.#keep(environmentId, format, new Date(at))
  }

  /** The readers of an environment, the most recent first. */
  of(environmentId: string): { reader: VendorFormatReader; at: Date }[] {
    const since = this.#now().getTime() - limits.readerKeptMs
    return [...(this.#seen.get(environmentId)?.values() ?? [])]
      .filter(({ at }) => at >= since)
      .sort((a, b) => b.at - a.at)
      .map(({ reader, at }) => ({ reader, at: new Date(at) }))
  }
}
