import { compile } from '../../../../shared/engine/compile.ts'
import { evaluate } from '../../../../shared/engine/evaluate.ts'
import { explain } from '../../../../shared/engine/explain.ts'
import type { OptionalModules } from '../../../../shared/engine/optional-module.ts'
import type { Context } from '../../../../shared/schemas/context.ts'
import type { Datafile } from '../../../../shared/schemas/datafile.ts'
import { reasonPhrase } from '../../../../shared/text/explain/explanation.ts'

/** A user who moves, with identifying attributes, the variants before and after, and the reason for the new one. */
type MovedUser = { key: string; facts: string[]; from: string | null; to: string | null; because: string }

/** An attribute that moved users share, with its most frequent values. */
type SharedAttribute = { name: string; values: { value: string; count: number }[] }

/** Users who get another variant of a flag: their number, examples and shared attributes. */
export type MovedUsers = { moved: number; examples: MovedUser[]; traits: SharedAttribute[] }

const shownExamples = 3
const shownTraits = 3
const shownValues = 3
/** An attribute with more values identifies individual users rather than groups. */
const mostValues = 30

const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

const factsOf = (context: Context): [name: string, value: string][] =>
  Object.entries(context).flatMap(([name, value]): [string, string][] =>
    name !== 'targetingKey' && isPlain(value) ? [[name, String(value)]] : [],
  )

/** Attributes that moved users share, those with the most frequent values first. */
const sharedAttributesOf = (contexts: readonly Context[]): SharedAttribute[] => {
  const counts = new Map<string, Map<string, number>>()
  for (const context of contexts)
    for (const [name, value] of factsOf(context)) {
      const seen = counts.get(name) ?? new Map<string, number>()
      seen.set(value, (seen.get(value) ?? 0) + 1)
      counts.set(name, seen)
    }
  return [...counts]
    .filter(([, seen]) => seen.size <= mostValues && (seen.size < contexts.length || contexts.length === 1))
    .map(([name, seen]) => ({
      name,
      values: [...seen]
        .map(([value, count]) => ({ value, count }))
        .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
        .slice(0, shownValues),
    }))
    .toSorted((a, b) => (b.values[0]?.count ?? 0) - (a.values[0]?.count ?? 0) || (a.name < b.name ? -1 : 1))
    .slice(0, shownTraits)
}

/** Finds the users who move when one datafile replaces another. Evaluates both with the engine. */
export const movedUsersOf = (
  before: Datafile,
  after: Datafile,
  flag: string,
  contexts: readonly Context[],
  nowMs: number,
  modules?: OptionalModules,
): MovedUsers => {
  const [old, next] = [compile(before, modules), compile(after, modules)]
  const moving = contexts.flatMap((context) => {
    const from = evaluate(old, flag, context, nowMs).variant
    const to = evaluate(next, flag, context, nowMs).variant
    return from === to ? [] : [{ context, from, to }]
  })
  // One example of each kind of move first.
  const kinds = new Set<string>()
  const firsts = moving.filter(({ from, to }) => {
    const kind = JSON.stringify([from, to])
    const isNew = !kinds.has(kind)
    kinds.add(kind)
    return isNew
  })
  const document = after.flags[flag]
  const examples = [...new Set([...firsts, ...moving])].slice(0, shownExamples).map(
    ({ context, from, to }): MovedUser => ({
      key: typeof context.targetingKey === 'string' ? context.targetingKey : '',
      facts: factsOf(context)
        .slice(0, 4)
        .map(([name, value]) => `${name} ${value}`),
      from,
      to,
      because:
        document === undefined
          ? 'the flag is removed'
          : reasonPhrase(explain(after, flag, context, nowMs, undefined, modules), document),
    }),
  )
  return { moved: moving.length, examples, traits: sharedAttributesOf(moving.map(({ context }) => context)) }
}
