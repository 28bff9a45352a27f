import { buildDatafile } from '../../../src/shared/datafile/build.ts'
import { readDatafile, writeDatafile } from '../../../src/shared/datafile/datafile-text.ts'
import { type CompiledFlag, compile } from '../../../src/shared/engine/compile.ts'
import { evaluate } from '../../../src/shared/engine/evaluate.ts'
import { everyFamily } from '../../../src/shared/engine/operators/every-family.ts'
import type { Condition } from '../../../src/shared/schemas/condition.ts'
import type { Context } from '../../../src/shared/schemas/context.ts'
import type { Datafile } from '../../../src/shared/schemas/datafile.ts'
import type { FlagDocument } from '../../../src/shared/schemas/flag.ts'
import type { Serve } from '../../../src/shared/schemas/split.ts'
import { type Subject, subject } from '../subject.ts'
import { type FlagSpec, shares, targeting, type User } from '../workload.ts'

const now = Date.UTC(2026, 10, 20)

const divided = (weights: Readonly<Record<string, number>>): Serve => {
  let from = 0
  const parts = Object.entries(weights).map(([variant, percent]) => {
    const part = { variant, from, to: from + percent * 1_000 }
    from = part.to
    return part
  })
  return { split: { parts } }
}

const conditions: Condition = {
  all: [
    { attribute: 'plan', operator: 'is', values: [targeting.plan] },
    { attribute: 'country', operator: 'isOneOf', values: [...targeting.countries] },
    { attribute: 'age', operator: 'greaterThan', values: [targeting.age] },
  ],
}

const documentOf = ({ key, kind, lists }: FlagSpec): FlagDocument => {
  const flag: FlagDocument = {
    key,
    type: 'boolean',
    on: true,
    variants: { on: true, off: false },
    offVariant: 'off',
    prerequisites: [],
    rules: [],
    otherwise: { variant: 'off' },
    salt: key,
    visibleToClients: false,
  }
  switch (kind) {
    case 'on':
      return { ...flag, otherwise: { variant: 'on' } }
    case 'conditions':
      return { ...flag, rules: [{ id: 'r1', when: conditions, serve: { variant: 'on' } }] }
    case 'rollout':
      return { ...flag, otherwise: divided({ on: 50, off: 50 }) }
    case 'variants': {
      const variants = Object.fromEntries(Object.keys(shares).map((name) => [name, name]))
      return { ...flag, type: 'string', variants, offVariant: null, otherwise: divided(shares) }
    }
    case 'lists': {
      const rules = lists.map((ids, at) => ({
        id: `r${at}`,
        when: { attribute: 'targetingKey', operator: 'isOneOf' as const, values: [...ids] },
        serve: { variant: 'on' },
      }))
      return { ...flag, rules }
    }
  }
}

/** Returns the datafile of the workload. */
export const datafileOf = (flags: readonly FlagSpec[]): Datafile =>
  buildDatafile({
    project: 'bench',
    environment: 'production',
    revision: 1,
    publishedAt: '2026-11-20T12:00:00.000Z',
    flags: Object.fromEntries(flags.map((flag) => [flag.key, documentOf(flag)])),
    segments: {},
  })

const configuration = (flags: readonly FlagSpec[]): string => writeDatafile(datafileOf(flags))
const context = ({ id, ...attributes }: User): Context => ({ targetingKey: id, ...attributes })
// Safe cast: this module wrote the text.
const read = (text: string): Datafile => readDatafile(text) as Datafile

const byHandle: Subject<CompiledFlag, Context> = {
  name: 'Fanion, typed handle',
  package: null,
  async: false,
  configuration,
  context,
  load: async (text) => {
    const compiled = compile(read(text), everyFamily)
    const hold = (key: string): CompiledFlag => {
      const flag = compiled.flag(key)
      if (flag === undefined) throw new Error(`there is no flag ${key}`)
      return flag
    }
    let everything: CompiledFlag[] | undefined
    return {
      hold,
      boolean: (flag, given) => flag.pick(given, now).value,
      string: (flag, given) => flag.pick(given, now).value,
      all: (given) => {
        everything ??= Object.keys(compiled.datafile.flags).map(hold)
        return everything.map((flag) => flag.pick(given, now).value)
      },
      close: () => {},
    }
  },
}

const byKey: Subject<string, Context> = {
  name: 'Fanion, by key',
  package: null,
  async: false,
  configuration,
  context,
  load: async (text) => {
    const compiled = compile(read(text), everyFamily)
    let keys: string[] | undefined
    return {
      hold: (key) => key,
      boolean: (key, given) => evaluate(compiled, key, given, now, 'boolean').value,
      string: (key, given) => evaluate(compiled, key, given, now, 'string').value,
      all: (given) => {
        keys ??= Object.keys(compiled.datafile.flags)
        return keys.map((key) => evaluate(compiled, key, given, now).value)
      },
      close: () => {},
    }
  },
}

export const fanionByHandle = subject(byHandle)
export const fanionByKey = subject(byKey)
