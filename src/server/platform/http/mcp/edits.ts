import { z } from 'zod'
import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import type { Dialect } from '../../../../shared/features/projects/schemas/project.ts'
import { limits } from '../../../../shared/limits.ts'
import { list } from '../../../../shared/schemas/bounded.ts'
import type { FlagDocument, Rule } from '../../../../shared/schemas/flag.ts'
import { Key, ScopeKey } from '../../../../shared/schemas/keys.ts'
import type { Serve } from '../../../../shared/schemas/split.ts'
import { parse } from '../../../../shared/text/rules/parse.ts'

const Words = z.string().trim().min(1).max(limits.agentTextLength)
const RuleId = z.string().min(1).max(64)

/** Changes to one flag in one environment, in the rule language. */
export const Edit = z.strictObject({
  environment: ScopeKey,
  flag: Key,
  turn: z.enum(['on', 'off']).optional(),
  everyoneElse: Words.optional().describe('What whoever no rule serves gets: `on`, or `on for 25%, off for 75%`.'),
  addRules: list(z.strictObject({ rule: Words, before: RuleId.optional() }))
    .max(limits.agentEdits)
    .optional()
    .describe(
      'Rules in words, such as `country is NO or DE and plan is not free → on for 25%`; last unless before a rule’s id.',
    ),
  changeRules: list(z.strictObject({ id: RuleId, rule: Words }))
    .max(limits.agentEdits)
    .optional(),
  removeRules: list(RuleId).max(limits.agentEdits).optional(),
  seen: z
    .int()
    .min(0)
    .optional()
    .describe('The revision of the flag there as get_flag told it; refused where it has moved since.'),
})
export type Edit = z.infer<typeof Edit>

/** Edits, at most one for each flag and environment. */
export const Edits = list(Edit)
  .min(1)
  .max(limits.agentEdits)
  .refine(
    (edits) => new Set(edits.map(({ environment, flag }) => `${environment} ${flag}`)).size === edits.length,
    'expected each flag once in each environment',
  )

type EditContext = { readonly dialect: Dialect; readonly newId: () => string; readonly path: string }

/** Applies an edit to a flag's document. Throws if a rule cannot be parsed or does not exist. */
export function applyEdit(document: FlagDocument, edit: Edit, around: EditContext): FlagDocument {
  const { turn, everyoneElse, addRules = [], changeRules = [], removeRules = [] } = edit
  const at = (field: string) => `${around.path}.${field}`
  let { rules } = document
  for (const [index, { id, rule }] of changeRules.entries()) {
    const there = ruleOf(rules, id, at(`changeRules[${index}].id`))
    const read = readRule(rule, at(`changeRules[${index}].rule`))
    const serve = cutBy(around.dialect, there.serve, read.serve)
    rules = rules.map((one) => (one.id === id ? { ...one, when: read.when, serve } : one))
  }
  for (const [index, id] of removeRules.entries()) {
    ruleOf(rules, id, at(`removeRules[${index}]`))
    rules = rules.filter((one) => one.id !== id)
  }
  for (const [index, { rule, before }] of addRules.entries()) {
    const { when, serve } = readRule(rule, at(`addRules[${index}].rule`))
    const made: Rule = { id: around.newId(), when, serve: cutBy(around.dialect, null, serve) }
    const place =
      before === undefined ? rules.length : rules.indexOf(ruleOf(rules, before, at(`addRules[${index}].before`)))
    rules = rules.toSpliced(place, 0, made)
  }
  const otherwise =
    everyoneElse === undefined
      ? document.otherwise
      : cutBy(around.dialect, document.otherwise, readServe(everyoneElse, at('everyoneElse')))
  return { ...document, on: turn === undefined ? document.on : turn === 'on', rules: [...rules], otherwise }
}

function ruleOf(rules: readonly Rule[], id: string, path: string): Rule {
  const found = rules.find((one) => one.id === id)
  if (found) return found
  throw misfit(
    path,
    'there is no such rule',
    `one of ${rules.map((one) => one.id).join(', ') || 'none: it has no rules'}`,
  )
}

function readRule(words: string, path: string): { when: Rule['when']; serve: Serve } {
  const read = parse(words)
  if ('misread' in read) throw misread(path, read.misread)
  if (read.serve === null) throw misfit(path, 'it serves nothing', '→ and a variant at its end')
  return { when: read.when, serve: read.serve }
}

const everyone = 'everyone → '

function readServe(words: string, path: string): Serve {
  const read = parse(`${everyone}${words}`)
  if ('misread' in read) throw misread(path, { ...read.misread, at: Math.max(0, read.misread.at - everyone.length) })
  if (read.serve === null) throw misfit(path, 'it is nothing that is served', 'a variant, or variants with percentages')
  return read.serve
}

/** A new split uses the project's hash function; an existing one keeps its own. */
const cutBy = (dialect: Dialect, before: Serve | null, next: Serve): Serve =>
  dialect === 'native' || !('split' in next) || (before !== null && 'split' in before)
    ? next
    : { split: { ...next.split, point: { ...next.split.point, hash: dialect } } }

const misread = (path: string, { at, expected }: { at: number; expected: string }) =>
  misfit(path, `it can’t be read from character ${at + 1} on`, expected)

const misfit = (path: string, problem: string, expected: string) =>
  new FanionError(
    'request/invalid',
    { problems: [{ path, problem, expected }] },
    `${path}: ${problem}; expected: ${expected}.`,
  )
