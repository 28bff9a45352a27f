import type { FlagEdit } from '../features/flag-files/schemas/file-changes.ts'
import { differenceLine } from '../text/diff/difference.ts'
import { documentDifferences } from '../text/diff/document-difference.ts'
import { generateTitle } from '../text/diff/generate-title.ts'
import { counted } from '../text/rules/percent.ts'
import type { ProjectState } from './export.ts'
import type { FilePlan } from './plan.ts'
import type { PlannedEntry } from './plan-parts.ts'

type Fact = ProjectState['flags'][number]

/** Whether a plan changes nothing. `archive` lists the flags that no file has, which `--prune` archives. */
export const isEmptyPlan = ({ flags, segments, edits, entries }: FilePlan, archive: readonly string[] = []): boolean =>
  flags.length + segments.length + edits.length + entries.length + archive.length === 0

/** Describes a plan, one flag or segment after the other: first its properties, then each environment. */
export function planLines(plan: FilePlan, state: ProjectState, archive: readonly string[] = []): string[] {
  const facts = new Map(state.flags.map((fact) => [fact.key, fact]))
  const made = new Set([
    ...plan.flags.map(({ key }) => `flag ${key}`),
    ...plan.segments.map(({ key }) => `segment ${key}`),
  ])
  const told = new Map<string, string[]>()
  const tell = (place: string, ...lines: string[]) => told.set(place, [...(told.get(place) ?? []), ...lines])
  for (const place of made) tell(place)
  for (const edit of plan.edits) tell(`flag ${edit.flag}`, ...editLines(edit, facts.get(edit.flag)))
  for (const entry of plan.entries) tell(`${entry.kind} ${entry.key}`, ...entryLines(entry))
  return [
    ...[...told].flatMap(([place, lines]) => [
      `${made.has(place) ? '+' : '~'} ${place}`,
      ...lines.map((line) => `    ${line}`),
    ]),
    ...archive.flatMap((key) => [`- flag ${key}`, '    archived, since no file has it']),
  ]
}

const shown = (value: unknown): string =>
  value === null || value === undefined || value === '' ? 'none' : JSON.stringify(value)

const editLines = ({ flag: _flag, ...edit }: FlagEdit, fact: Fact | undefined): string[] =>
  Object.entries(edit).map(
    ([field, value]) => `${words[field] ?? field}: ${shown(fact && Reflect.get(fact, field))} → ${shown(value)}`,
  )

const words: Record<string, string> = { expectedEnd: 'expected end', schema: 'JSON Schema' }

/** The differences in words. If the words are the same, says only that the document differs. */
function entryLines({ environment, before, document }: PlannedEntry): string[] {
  const lines = documentDifferences(before, document).map(differenceLine)
  return (lines.length > 0 ? lines : ['the document differs']).map((line) => `${environment}: ${line}`)
}

/** The title of the change: what it does, and in which environments. */
export const planTitle = (
  { flags, edits, entries }: FilePlan,
  { environments }: ProjectState,
  archive: readonly string[] = [],
): string => {
  const nameOf = (key: string) => environments.find((one) => one.key === key)?.name ?? key
  if (entries.length > 0) return generateTitle(entries.map((entry) => ({ ...entry, where: nameOf(entry.environment) })))
  const named = flags.length + edits.length
  return named > 0 ? `Update ${counted(named, 'flag')}` : `Archive ${counted(archive.length, 'flag')}`
}

/** How many flags and segments would change, and which environments require approvals. */
export function planSummary(plan: FilePlan, { environments }: ProjectState, archive: readonly string[] = []): string {
  const places = new Set([
    ...plan.flags.map(({ key }) => `flag ${key}`),
    ...plan.segments.map(({ key }) => `segment ${key}`),
    ...plan.edits.map(({ flag }) => `flag ${flag}`),
    ...plan.entries.map(({ kind, key }) => `${kind} ${key}`),
    ...archive.map((key) => `flag ${key}`),
  ])
  const flags = [...places].filter((place) => place.startsWith('flag')).length
  const what = [
    ...(flags > 0 ? [counted(flags, 'flag')] : []),
    ...(places.size > flags ? [counted(places.size - flags, 'segment')] : []),
  ].join(' and ')
  const asked = environments.filter(({ key }) => plan.entries.some(({ environment }) => environment === key))
  const where = asked.map(({ key, requiredApprovals }) =>
    requiredApprovals > 0 ? `${key} (requires ${counted(requiredApprovals, 'approval')})` : key,
  )
  return `${what} would change${where.length > 0 ? ` in ${where.join(', ')}` : ''}.`
}
