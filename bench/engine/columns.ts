import type { Ask, Subject } from './subject.ts'
import { contexts, type FlagSpec, flagSpecs, insiders, type Kind, random } from './workload.ts'

/** Makes `count` calls. */
export type Run = (count: number) => void | Promise<void>

/** A column of the table: the number of loaded flags, and the call that is measured. */
export type Column = {
  readonly title: string
  readonly flags: number
  readonly run: (subject: Subject, ask: Ask<unknown, unknown>, flags: readonly FlagSpec[]) => Run
}

const mask = contexts - 1

/** Receives the values, so that the compiler cannot remove unused evaluations. */
let sink: unknown
export const seen = (): unknown => sink

/** Evaluates one flag of the kind for one user after the other. Users are created, and their IDs hashed, in advance. */
const single =
  (kind: Kind): Column['run'] =>
  (subject, ask, flags) => {
    const held = ask.hold(flags.find((flag) => flag.kind === kind)?.key ?? '')
    const users = insiders(contexts).map(subject.context)
    const call = kind === 'variants' ? ask.string : ask.boolean
    if (subject.async) {
      return async (count) => {
        for (let at = 0; at < count; at += 1) sink = await call(held, users[at & mask])
      }
    }
    return (count) => {
      for (let at = 0; at < count; at += 1) sink = call(held, users[at & mask])
    }
  }

const everything: Column['run'] = (subject, ask) => {
  const users = insiders(contexts).map(subject.context)
  if (subject.async) {
    return async (count) => {
      for (let at = 0; at < count; at += 1) sink = await ask.all(users[at & mask])
    }
  }
  return (count) => {
    for (let at = 0; at < count; at += 1) sink = ask.all(users[at & mask])
  }
}

/** Evaluates flags of all kinds in random order, which depends on the CPU caches. */
const anyOf: Column['run'] = (subject, ask, flags) => {
  const users = insiders(contexts).map(subject.context)
  const next = random(4)
  const order = Array.from({ length: 8_192 }, () => flags[Math.floor(next() * flags.length)])
  const held = order.map((flag) => ask.hold(flag?.key ?? ''))
  const calls = order.map((flag) => (flag?.kind === 'variants' ? ask.string : ask.boolean))
  const never = () => undefined
  if (subject.async) {
    return async (count) => {
      for (let at = 0; at < count; at += 1) {
        const turn = at & 8_191
        sink = await (calls[turn] ?? never)(held[turn], users[at & mask])
      }
    }
  }
  return (count) => {
    for (let at = 0; at < count; at += 1) {
      const turn = at & 8_191
      sink = (calls[turn] ?? never)(held[turn], users[at & mask])
    }
  }
}

export const columns = {
  on: { title: 'always on', flags: 100, run: single('on') },
  conditions: { title: '3 conditions', flags: 100, run: single('conditions') },
  rollout: { title: '50 % split', flags: 100, run: single('rollout') },
  variants: { title: '4 variants', flags: 100, run: single('variants') },
  lists: { title: '10 rules × 100 ids', flags: 100, run: single('lists') },
  all: { title: 'all of 100 flags', flags: 100, run: everything },
  any: { title: 'one of 5 000', flags: 5_000, run: anyOf },
} as const satisfies Record<string, Column>

export type ColumnName = keyof typeof columns
// Safe cast: `Object.keys` returns the keys of the record.
export const columnNames = Object.keys(columns) as ColumnName[]

/** The numbers of flags that the columns need. */
export const sizes: readonly number[] = [...new Set(columnNames.map((name) => columns[name].flags))]
export const specsOf = (size: number): FlagSpec[] => flagSpecs(size)
