import type { Relation } from '../../schemas/extended-test.ts'
import { requireModule } from '../require-module.ts'
import { catchContextErrors } from './catch-context-errors.ts'
import type { Logic } from './logic.ts'
import { relation } from './number.ts'
import { textOf } from './text.ts'

/** Compares two texts; null for other types. */
export const compareText =
  (holds: (text: string, wanted: string) => boolean) =>
  ([text, wanted]: readonly unknown[]): boolean | null =>
    typeof text === 'string' && typeof wanted === 'string' ? holds(text, wanted) : null

const relations = new Map<unknown, Relation>([
  ['=', 'eq'],
  ['!=', 'ne'],
  ['<', 'lt'],
  ['<=', 'lte'],
  ['>', 'gt'],
  ['>=', 'gte'],
])

/** The part of a version that `~` or `^` compares: major and minor, or major. */
const kept = (version: unknown, parts: number): string =>
  String(version).replace(/^[vV]/, '').trim().split(/[-+]/)[0]?.split('.').concat('0', '0').slice(0, parts).join('.') ??
  ''

/** `[version, operator, version]`. An invalid version gives null, or false in the dialect with the strict grammar. */
export const semVer = (
  [version, operator, wanted]: readonly unknown[],
  { dialect, profiles }: Logic,
): boolean | null => {
  const parse = requireModule(profiles, 'versions')
  const strict = dialect === 'percent'
  const grammar = strict ? 'node-semver' : 'node-semver-partial'
  // The newer dialects accept anything that reads as a version, such as the number 1.2.
  const read = (one: unknown) => parse(grammar, strict ? one : catchContextErrors(() => textOf(one)))
  const [a, b] = [read(version), read(wanted)]
  if (a === undefined || b === undefined) return strict ? false : null
  if (operator === '~') return kept(version, 2) === kept(wanted, 2)
  if (operator === '^') return kept(version, 1) === kept(wanted, 1)
  const rel = relations.get(operator)
  return rel === undefined ? (strict ? false : null) : relation(rel)(a.compare(b))
}
