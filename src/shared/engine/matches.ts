import type { Context } from '../schemas/context.ts'
import type { Datafile } from '../schemas/datafile.ts'
import type { FlagDocument } from '../schemas/flag.ts'
import { compile } from './compile.ts'
import { evaluate } from './evaluate.ts'
import type { OptionalModules } from './optional-module.ts'

/** How many contexts each rule of a flag serves, by its id, and how many nobody but the last word does. */
export type Matches = { readonly rules: Readonly<Record<string, number>>; readonly otherwise: number }

/**
 * Which rule serves each context, were the flag on with this document among the others of the datafile. Every context
 * counts once at most: those that a flag it requires keeps away count nowhere.
 */
export const matchesOf = (
  datafile: Datafile,
  document: FlagDocument,
  contexts: readonly Context[],
  nowMs: number,
  profiles?: OptionalModules,
): Matches => {
  const flags = { ...datafile.flags, [document.key]: { ...document, on: true } }
  const compiled = compile({ ...datafile, flags }, profiles)
  const rules: Record<string, number> = Object.fromEntries(document.rules.map(({ id }) => [id, 0]))
  let otherwise = 0
  for (const context of contexts) {
    const { rule, reason } = evaluate(compiled, document.key, context, nowMs)
    if (rule) rules[rule.id] = (rules[rule.id] ?? 0) + 1
    else if (reason !== 'PREREQUISITE_FAILED' && reason !== 'ERROR') otherwise += 1
  }
  return { rules, otherwise }
}

/** How many contexts a rule is about, whatever share of them it serves, and among how many. */
export type Audience = { readonly matched: number; readonly of: number }

/** The contexts that come to a rule and meet it, had its flag that rule for everyone it is about. Null without the rule. */
export const audienceOf = (
  datafile: Datafile,
  document: FlagDocument,
  rule: string,
  contexts: readonly Context[],
  nowMs: number,
  profiles?: OptionalModules,
): Audience | null => {
  const at = document.rules.findIndex(({ id }) => id === rule)
  const asked = document.rules[at]
  const [variant] = Object.keys(document.variants)
  if (asked === undefined || variant === undefined) return null
  const rules = [...document.rules.slice(0, at), { ...asked, serve: { variant } }]
  const matched = matchesOf(datafile, { ...document, rules }, contexts, nowMs, profiles).rules[rule] ?? 0
  return { matched, of: contexts.length }
}
