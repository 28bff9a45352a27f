import { buildDatafile } from '../../../shared/datafile/build.ts'
import type { Datafile } from '../../../shared/schemas/datafile.ts'
import type { AnyFlags } from '../core/calls.ts'
import { createClient } from '../core/client.ts'
import type { Attributes, Flag } from '../core/define-flags.ts'
import type { Fanion } from '../core/fanion.ts'
import type { Bootstrap } from '../core/options.ts'
import type { Platform } from '../core/platform.ts'
import type { Document } from './document.ts'
import { documentServing } from './documents.ts'

export type { Condition, Document, Serve } from './document.ts'

/** Values by the names of declared flags. Other flags serve their defaults. */
export type Values<F> = { readonly [Name in keyof F]?: F[Name] extends Flag<infer Value, never> ? Value : never }

/** One evaluation and its result. */
export type Evaluation = {
  readonly flag: string
  readonly value: unknown
  readonly variant: string | null
  readonly reason: string
  readonly context: Attributes
}

/** A client for tests: everything that the Node client offers, without a network. */
export type TestFanion<F extends AnyFlags = AnyFlags> = Fanion<F> & {
  /** Serves these values to every user from now on. Emits `change`. */
  readonly set: (values: Values<F>) => void
  /** Evaluates this flag by rules from now on, with the production engine. */
  readonly rules: (name: keyof F, document: Document) => void
  /** Returns all evaluations since the creation or the last `reset`, without peeks. */
  readonly evaluations: () => readonly Evaluation[]
  /** Restores the initial state. */
  readonly reset: () => void
}

const platform: Platform = {
  name: '@fanion/sdk/testing',
  now: () => Date.now(),
  random: Math.random,
  newId: () => 'test',
  startTimer: (run, afterMs) => {
    const timer = setTimeout(run, afterMs)
    return () => clearTimeout(timer)
  },
  fetch: () => Promise.reject(new Error('a test asks nobody')),
  warn: () => {},
  file: null,
}

/**
 * Creates a client for tests, typed by the application's flags: `testFanion(flags, { checkout: true })`. Flags that are
 * not listed serve their defaults.
 */
export const testFanion = <F extends AnyFlags>(flags: F, values: Values<F> = {}): TestFanion<F> => {
  const made: Evaluation[] = []
  let documents: Record<string, Datafile['flags'][string]> = {}
  let revision = 0

  const datafile = (): Bootstrap => {
    revision += 1
    const publishedAt = new Date(0).toISOString()
    return buildDatafile({
      project: 'test',
      environment: 'test',
      revision,
      publishedAt,
      flags: documents,
      segments: {},
    })
  }
  const lay = (given: Values<F>) => {
    documents = { ...documents }
    for (const [name, flag] of Object.entries(flags))
      if (Object.hasOwn(given, name)) documents[flag.key] = documentServing(flag, given[name])
  }
  const begin = () => {
    documents = Object.fromEntries(Object.values(flags).map((flag) => [flag.key, documentServing(flag, flag.default)]))
    lay(values)
  }
  begin()

  let become: (next: Bootstrap) => void = () => {}
  const fanion = createClient(
    platform,
    { flags, offline: datafile(), exposures: false, telemetry: false },
    {
      onReplace: (replace) => {
        become = replace
      },
      onEvaluation: (flag, { value, variant = null, reason }, context) => {
        made.push({ flag, value, variant, reason, context })
      },
    },
  )
  return Object.freeze({
    ...fanion,
    get status() {
      return fanion.status
    },
    set: (given: Values<F>) => {
      lay(given)
      become(datafile())
    },
    rules: (name: keyof F, document: Document) => {
      const flag = flags[name]
      if (flag === undefined) throw new TypeError(`rules: there is no flag ${String(name)}`)
      // Safe cast: the engine accepts any document and reports what is malformed.
      const whole = { ...documentServing(flag, flag.default), ...document, key: flag.key } as Datafile['flags'][string]
      documents = { ...documents, [flag.key]: whole }
      become(datafile())
    },
    evaluations: () => [...made],
    reset: () => {
      made.length = 0
      begin()
      become(datafile())
    },
  })
}
