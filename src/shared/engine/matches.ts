import type { Context } from '../schemas/context.ts'
import type { Datafile } from '../schemas/datafile.ts'
import type { FlagDocument } from '../schemas/flag.ts'
import { compile } from './compile.ts'
import { evaluate } from './evaluate.ts'
import type { OptionalModules } from './optional-module.ts'

/** How many contexts each rule serves, by rule id, and how many only "everyone else" serves. */
export type RuleMatchCounts = { readonly rules: Readonly<Record<string, number>>; readonly otherwise: number }

/**
 * Counts which rule serves each context if the flag were on with this document. Contexts that fail a prerequisite are
 * not counted.
 */
export const matchesOf = (
  datafile: Datafile,
  document: FlagDocument,
  contexts: readonly Context[],
  nowMs: number,
  profiles?: OptionalModules,
): RuleMatchCounts => {
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

/** How many contexts match a rule, regardless of the share it serves, and how many were checked. */
export type AudienceCount = { readonly matched: number; readonly of: number }

/** Counts the contexts that reach a rule and match it, as if it served everyone. Null if the rule does not exist. */
export const audienceOf = (
  datafile: Datafile,
  document: FlagDocument,
  rule: string,
  contexts: readonly Context[],
  nowMs: number,
  profiles?: OptionalModules,
): AudienceCount | null => {
  const at = document.rules.findIndex(({ id }) => id === rule)
  const asked = document.rules[at]
  const [variant] = Object.keys(document.variants)
  if (asked === undefined || variant === undefined) return null
  const rules = [...document.rules.slice(0, at), { ...asked, serve: { variant } }]
  const matched = matchesOf(datafile, { ...document, rules }, contexts, nowMs, profiles).rules[rule] ?? 0
  return { matched, of: contexts.length }
}
