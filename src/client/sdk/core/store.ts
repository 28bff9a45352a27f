import { diffDatafile } from '../../../shared/datafile/diff.ts'
import { parsedDocumentsOf } from '../../../shared/datafile/lazy-documents.ts'
import { patchDatafile } from '../../../shared/datafile/patch.ts'
import { type Compiled, compile } from '../../../shared/engine/compile.ts'
import { everyFamily } from '../../../shared/engine/operators/every-family.ts'
import type { OptionalModules } from '../../../shared/engine/optional-module.ts'
import { loadModules, modulesNeeded } from '../../../shared/engine/optional-modules.ts'
import { failure } from '../../../shared/engine/outcome.ts'
import { recompile } from '../../../shared/engine/recompile.ts'
import { createSlots, type Slots } from '../../../shared/engine/slots.ts'
import type { Datafile, DatafilePatch } from '../../../shared/schemas/datafile.ts'
import { dependentsOf } from './dependents.ts'
import type { EvaluationTarget } from './handle.ts'

/**
 * Returns the keys of the flags whose values may have changed. It checks every flag, so it is called only if needed.
 */
export type AffectedFlags = () => readonly string[]

export type Store = {
  /** The datafile served now; null before the first one. */
  readonly datafile: () => Datafile | null
  /** The counter slots of the current datafile. */
  readonly slots: () => Slots
  /** Returns what evaluates a flag, until the next update. */
  readonly target: (key: string) => EvaluationTarget
  /**
   * Loads the optional engine modules that these documents need; most documents need none. Rejects if one cannot be
   * loaded. Until then, the flags that need it serve their default with `PROVIDER_NOT_READY`.
   */
  readonly prepare: (documents: Pick<DatafilePatch, 'flags' | 'segments'>) => Promise<void>
  /** Replaces the whole datafile. */
  readonly replace: (datafile: Datafile) => AffectedFlags
  /**
   * Applies a patch. Returns null and changes nothing if the patch is not the next one, or if its digest does not
   * match.
   */
  readonly patch: (patch: DatafilePatch) => AffectedFlags | null
}

export const createStore = (): Store => {
  const firstSlots = createSlots()
  let compiled: Compiled | null = null
  let profiles: OptionalModules = everyFamily
  const slots = () => compiled?.slots ?? firstSlots

  return {
    datafile: () => compiled?.datafile ?? null,
    slots,
    target: (key) => {
      const found = compiled?.flag(key)
      if (found !== undefined) return found
      const slot = slots().of(key, null)
      const outcome =
        compiled === null
          ? failure(key, 'PROVIDER_NOT_READY', 'no datafile has come yet', slot)
          : failure(key, 'FLAG_NOT_FOUND', 'the environment has no such flag', slot)
      return { timed: false, pick: () => outcome }
    },
    prepare: async ({ flags, segments }) => {
      // Safe to check only the parsed documents: one that needs an optional module is never parsed lazily.
      const missing = modulesNeeded({ flags: parsedDocumentsOf(flags), segments: parsedDocumentsOf(segments) }).filter(
        (name) => !(name in profiles),
      )
      if (missing.length > 0) profiles = { ...profiles, ...(await loadModules(missing)) }
    },
    replace: (datafile) => {
      const before = compiled?.datafile
      compiled = compile(datafile, profiles)
      return () =>
        before === undefined
          ? Object.keys(datafile.flags)
          : dependentsOf(diffDatafile(before, datafile), before, datafile)
    },
    patch: (patch) => {
      const before = compiled
      if (before === null) return null
      const datafile = patchDatafile(before.datafile, patch)
      if (datafile === null) return null
      compiled = recompile(before, datafile, patch, profiles)
      return () => dependentsOf(patch, before.datafile, datafile)
    },
  }
}
