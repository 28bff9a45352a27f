import type { Datafile, DatafilePatch } from '../../../shared/schemas/datafile.ts'
import { servedName } from '../../../shared/vendors/exporting/format-support.ts'
import { type FormatName, formats } from '../../../shared/vendors/exporting/formats.ts'
import { Projection } from '../../../shared/vendors/exporting/projection.ts'
import { textOf } from '../../../shared/vendors/exporting/text-of.ts'
import { flagdDocument } from '../../../shared/vendors/flagd/export/document.ts'
import { growthBookDocument } from '../../../shared/vendors/growthbook/export/document.ts'
import { launchDarklyDocument, ldFlag, ldSegment } from '../../../shared/vendors/launchdarkly/export/document.ts'
import { newestSpec, streamSpec, unleashDelta } from '../../../shared/vendors/unleash/export/document.ts'
import { encryptedFeatures } from './encrypted-features.ts'
import { frameOfBytes } from './sse.ts'

/** If a revision has more events than this, the full state is sent instead. */
const mostEvents = 100

/** Events of other vendors' streams, by what their subscribers want. */
export type VendorStreamEvent =
  | 'launchdarkly'
  | 'launchdarkly-ping'
  | 'unleash'
  | 'unleash-5'
  | 'flagd'
  | 'growthbook'
  /** With the base64 key that encrypts the features. */
  | `growthbook:${string}`

/** One step of an environment in LaunchDarkly's format: names that are updated, and names that are deleted. */
type Step = { readonly flags: ReadonlySet<string>; readonly segments: ReadonlySet<string> }

/**
 * An environment in other vendors' formats. A format is projected when it is first requested, and then updated by every
 * publish, only for the documents that the publish affects.
 */
export class VendorProjections {
  readonly #projections = new Map<FormatName, Projection>()
  readonly #bytes = new Map<string, Buffer>()
  readonly #unreadable = new Map<FormatName, number>()
  #datafile: Datafile
  #step: Step = { flags: new Set(), segments: new Set() }
  /** Segments as last sent to LaunchDarkly's SDKs. */
  #segments = new Map<string, string>()

  constructor(datafile: Datafile) {
    this.#datafile = datafile
  }

  advance(datafile: Datafile, patch: DatafilePatch): void {
    const before = this.#datafile
    this.#datafile = datafile
    this.#bytes.clear()
    this.#unreadable.clear()
    for (const [format, projection] of this.#projections) {
      const touched = projection.advance(datafile, patch)
      if (format === 'launchdarkly') this.#step = this.#stepOf(projection, touched, before)
    }
  }

  projection(format: FormatName): Projection {
    let projection = this.#projections.get(format)
    if (projection === undefined) {
      projection = new Projection(formats[format], this.#datafile)
      this.#projections.set(format, projection)
      if (format === 'launchdarkly') this.#segments = segmentsOf(projection)
    }
    return projection
  }

  /** Returns bytes cached for this revision. */
  bytes(name: string, make: () => string): Buffer {
    const known = this.#bytes.get(name) ?? Buffer.from(make())
    this.#bytes.set(name, known)
    return known
  }

  /** Number of flags that a format cannot express. */
  unreadable(format: FormatName): number {
    let count = this.#unreadable.get(format)
    if (count !== undefined) return count
    count = 0
    for (const [, { piece }] of this.projection(format).flags()) if (piece === null) count += 1
    this.#unreadable.set(format, count)
    return count
  }

  /** The full document for LaunchDarkly's server-side SDKs. */
  launchDarkly(): Buffer {
    const projection = this.projection('launchdarkly')
    return this.bytes('launchdarkly', () => launchDarklyDocument(projection, this.#version))
  }

  flagd(): Buffer {
    const projection = this.projection('flagd')
    return this.bytes('flagd', () => flagdDocument(projection))
  }

  /** The payload for GrowthBook's SDKs, with encrypted features if a base64 key is given. */
  growthBook(key?: string): Buffer {
    const projection = this.projection('growthbook')
    const clear = this.bytes('growthbook', () => growthBookDocument(projection))
    if (key === undefined) return clear
    return this.bytes(`growthbook:${key}`, () => encryptedFeatures(clear, Buffer.from(key, 'base64')).toString())
  }

  /** The same payload as a stream event. */
  growthBookEvent(key?: string): Buffer {
    return this.bytes(
      `growthbook event:${key ?? ''}`,
      () => `event: features\ndata: ${this.growthBook(key).toString()}\n\n`,
    )
  }

  /** The event that the latest revision causes on streams of a format. */
  frame(want: VendorStreamEvent): Buffer {
    if (want === 'launchdarkly-ping') return Buffer.from('event: ping\ndata: \n\n')
    if (want === 'unleash' || want === 'unleash-5') return this.unleashEvent('unleash-updated', want)
    if (want === 'flagd') return this.flagd()
    if (want === 'growthbook') return this.growthBookEvent()
    if (want !== 'launchdarkly') return this.growthBookEvent(want.slice('growthbook:'.length))
    return this.bytes('launchdarkly step', () => this.#steps())
  }

  /** An event of Unleash's stream with the full state, in a version of its specification that the SDK supports. */
  unleashEvent(name: string, want: 'unleash' | 'unleash-5'): Buffer {
    const spec = want === 'unleash' ? newestSpec : streamSpec
    const { revision } = this.#datafile
    const delta = this.bytes(`unleash delta ${spec}`, () => unleashDelta(this.projection('unleash'), spec, revision))
    return frameOfBytes(name, delta, revision)
  }

  /** The full state as the first event of a stream. */
  put(): Buffer {
    const json = this.launchDarkly()
    return this.bytes('launchdarkly put', () => `event: put\ndata: {"path":"/","data":${json.toString()}}\n\n`)
  }

  // LaunchDarkly's versions start at one.
  get #version(): number {
    return this.#datafile.revision + 1
  }

  #stepOf(projection: Projection, touched: ReadonlySet<string>, before: Datafile): Step {
    const flags = new Set<string>()
    for (const key of touched) {
      for (const { flags: documents } of [before, this.#datafile]) {
        const flag = Object.hasOwn(documents, key) ? documents[key] : undefined
        if (flag !== undefined) flags.add(servedName(flag))
      }
    }
    const segments = new Set<string>()
    for (const key of touched) {
      for (const [name, part] of Object.entries(projection.flag(key)?.piece?.parts ?? {})) {
        const text = textOf(part)
        if (this.#segments.get(name) === text) continue
        this.#segments.set(name, text)
        segments.add(name)
      }
    }
    return { flags, segments }
  }

  #steps(): string {
    const { flags, segments } = this.#step
    if (flags.size + segments.size > mostEvents) return this.put().toString()
    const version = this.#version
    const parts = new Map<string, string>()
    const said = new Map<string, string>()
    const projection = this.projection('launchdarkly')
    for (const name of flags) {
      const piece = projection.named(name)
      if (piece === undefined) continue
      said.set(name, ldFlag(piece, version))
      for (const [key, part] of Object.entries(piece.parts))
        if (segments.has(key)) parts.set(key, ldSegment(part, version))
    }
    const event = (name: string, path: string, rest: string) =>
      `event: ${name}\ndata: {"path":${JSON.stringify(path)},${rest}}\n\n`
    return [
      ...[...parts].map(([name, json]) => event('patch', `/segments/${name}`, `"data":${json}`)),
      ...[...flags].map((name) => {
        const json = said.get(name)
        const path = `/flags/${name}`
        return json === undefined
          ? event('delete', path, `"version":${version}`)
          : event('patch', path, `"data":${json}`)
      }),
    ].join('')
  }
}

const segmentsOf = (projection: Projection): Map<string, string> => {
  const segments = new Map<string, string>()
  for (const [, { piece }] of projection.flags())
    for (const [name, part] of Object.entries(piece?.parts ?? {})) segments.set(name, textOf(part))
  return segments
}
