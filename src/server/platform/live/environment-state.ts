import { buildDatafile } from '../../../shared/datafile/build.ts'
import { writeDatafile } from '../../../shared/datafile/datafile-text.ts'
import { patchDatafile } from '../../../shared/datafile/patch.ts'
import { type Compiled, compile } from '../../../shared/engine/compile.ts'
import { everyFamily } from '../../../shared/engine/operators/every-family.ts'
import type { OptionalModules } from '../../../shared/engine/optional-module.ts'
import { loadModules, modulesNeeded } from '../../../shared/engine/optional-modules.ts'
import { recompile } from '../../../shared/engine/recompile.ts'
import { limits } from '../../../shared/limits.ts'
import type { Datafile, DatafilePatch } from '../../../shared/schemas/datafile.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { SegmentDocument } from '../../../shared/schemas/segment.ts'
import type { LogEntry } from '../../features/publishing/log-queries.ts'
import type { MaybePromise } from '../kernel/maybe-promise.ts'
import type { LoggedRevision } from './tail.ts'
import { VendorProjections } from './vendor-projections.ts'

/**
 * An environment in memory: its datafile, the last 500 patches, and the cached bytes of both. Reads only the log, so
 * the database may be down.
 */
export class EnvironmentState {
  #datafile: Datafile
  #patches: DatafilePatch[] = []
  #json: Buffer | undefined
  #signedJson: { readonly signature: string; readonly json: Buffer } | undefined
  #compiled: Compiled | undefined
  #profiles: OptionalModules = everyFamily
  readonly #readings: VendorProjections

  constructor(datafile: Datafile) {
    this.#datafile = datafile
    this.#readings = new VendorProjections(datafile)
  }

  /** Creates a state from the result of `readState`. */
  static of(read: Read): EnvironmentState {
    const { flags, segments } = documentsOf(read.heads)
    const publishedAt = (read.publishedAt ?? read.createdAt).toISOString()
    const { project, environment, number: revision } = read
    return new EnvironmentState(buildDatafile({ project, environment, revision, publishedAt, flags, segments }))
  }

  get datafile(): Datafile {
    return this.#datafile
  }

  get etag(): string {
    const { project, environment, revision, digest } = this.#datafile
    return `"${project}/${environment}/${revision}-${digest}"`
  }

  /** Applies the next revision and returns its patch. Undefined if it is not the next one or does not apply. */
  advance(revision: LoggedRevision): DatafilePatch | undefined {
    const { flags, segments } = documentsOf(revision.entries)
    const patch: DatafilePatch = {
      from: revision.number - 1,
      to: revision.number,
      publishedAt: revision.publishedAt.toISOString(),
      digest: revision.digest,
      flags,
      segments,
    }
    return this.apply(patch) ? patch : undefined
  }

  /** Applies a patch of one or more revisions. Returns false if it does not apply. */
  apply(patch: DatafilePatch): boolean {
    const next = patchDatafile(this.#datafile, patch)
    if (!next) return false
    this.#datafile = next
    // If a patch needs an engine module that is not loaded, compiling waits for the next evaluation.
    const enough = modulesNeeded(patch).every((name) => name in this.#profiles)
    this.#compiled = enough && this.#compiled ? recompile(this.#compiled, next, patch) : undefined
    this.#readings.advance(next, patch)
    this.#patches.push(patch)
    if (this.#patches.length > limits.streamBehindRevisions) this.#patches.shift()
    this.#json = undefined
    this.#signedJson = undefined
    return true
  }

  /** Merges the patches from a revision to the latest one. Undefined if the revision is too old or unknown. */
  patchFrom(revision: number): DatafilePatch | undefined {
    const { revision: to, publishedAt, digest } = this.#datafile
    // A patch may cover several revisions, and none can start in its middle.
    const at = revision === to ? this.#patches.length : this.#patches.findIndex(({ from }) => from === revision)
    if (at < 0) return undefined
    const since = this.#patches.slice(at)
    const flags = Object.assign({}, ...since.map((patch) => patch.flags))
    const segments = Object.assign({}, ...since.map((patch) => patch.segments))
    return { from: revision, to, publishedAt, digest, flags, segments }
  }

  /** Returns the engine for evaluation on the server. Compiled on first use. */
  compiled(): MaybePromise<Compiled> {
    return this.#compiled ?? this.#compile()
  }

  async #compile(): Promise<Compiled> {
    while (!this.#compiled) {
      const datafile = this.#datafile
      this.#profiles = { ...this.#profiles, ...(await loadModules(modulesNeeded(datafile))) }
      if (datafile === this.#datafile) this.#compiled = compile(datafile, this.#profiles)
    }
    return this.#compiled
  }

  /** The environment in other vendors' formats. */
  get readings(): VendorProjections {
    return this.#readings
  }

  /** The datafile as JSON, in a layout that lets SDKs find documents without parsing them. */
  get json(): Buffer {
    if (this.#json === undefined) {
      const { signature: _, ...plain } = this.#datafile
      this.#json = Buffer.from(writeDatafile(plain))
    }
    return this.#json
  }

  /** Like {@link json}, with a signature. */
  signedJson(signature: string | undefined): Buffer {
    if (signature === undefined) return this.json
    if (this.#signedJson?.signature !== signature)
      this.#signedJson = { signature, json: Buffer.from(writeDatafile({ ...this.#datafile, signature })) }
    return this.#signedJson.json
  }
}

type Read = {
  project: string
  environment: string
  number: number
  createdAt: Date
  publishedAt: Date | null
  heads: readonly LogEntry[]
}

function documentsOf<E extends LogEntry>(entries: readonly E[]) {
  const flags: Record<string, FlagDocument> = {}
  const segments: Record<string, SegmentDocument> = {}
  for (const { kind, key, document } of entries) {
    // Safe cast: zod validated the documents when they were published. Null deletes, and only patches contain it.
    if (kind === 'flag') flags[key] = document as FlagDocument
    else segments[key] = document as SegmentDocument
  }
  return { flags, segments }
}
