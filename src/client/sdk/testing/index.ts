import { buildDatafile } from '../../../shared/datafile/build.ts'
import type { Datafile } from '../../../shared/schemas/datafile.ts'
import type { AnyFlags } from '../core/calls.ts'
import { createClient } from '../core/client.ts'
import type { Attributes, Flag } from '../core/define-flags.ts'
import type { Fanion } from '../core/fanion.ts'
import type { Bootstrap } from '../core/options.ts'
import type { Platform } from '../core/platform.ts'
import type { Document } from './document.ts'
import { serving } from './documents.ts'

export type { Condition, Document, Serve } from './document.ts'

/** Values by the names of declared flags; the others give their defaults. */
export type Values<F> = { readonly [Name in keyof F]?: F[Name] extends Flag<infer Value, never> ? Value : never }

/** One call that was made, with its answer. */
export type Evaluation = {
  /** The flag's key. */
  readonly flag: string
  readonly value: unknown
  readonly variant: string | null
  readonly reason: string
  readonly context: Attributes
}

/** A client for a test: everything that `createFanion` of the Node entry gives, without a network. */
export type TestFanion<F extends AnyFlags = AnyFlags> = Fanion<F> & {
  /** From now on these flags give these values to everybody. `change` listeners hear of it. */
  readonly set: (values: Values<F>) => void
  /** From now on this flag is evaluated by rules, by the engine that evaluates in production. */
  readonly rules: (name: keyof F, document: Document) => void
  /** Every call since the beginning, or since `reset`; peeks are none. */
  readonly evaluations: () => readonly Evaluation[]
  /** As it was made. */
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
 * A client for tests, of the types of the program's own flags: `testFanion(flags, { checkout: true })`. A flag that is not
 * named gives its default.
 */
export const testFanion = <F extends AnyFlags>(flags: F, values: Values<F> = {}): TestFanion<F> => {
  const made: Evaluation[] = []
  let documents: Record<string, Datafile['flags'][string]> = {}
  let revision = 0

  /** What is served from now on. */
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
      if (Object.hasOwn(given, name)) documents[flag.key] = serving(flag, given[name])
  }
  const begin = () => {
    documents = Object.fromEntries(Object.values(flags).map((flag) => [flag.key, serving(flag, flag.default)]))
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
      // Whatever is in it: the engine takes any document, and says what is wrong with one.
      const whole = { ...serving(flag, flag.default), ...document, key: flag.key } as Datafile['flags'][string]
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
