import {
  type ImportSource,
  type ListedImportItem,
  Verdict,
  vendorNames,
} from '../../shared/features/imports/schemas/import.ts'
import { counted } from '../../shared/text/rules/percent.ts'

const marks: Readonly<Record<Verdict, string>> = {
  ...{ exact: '●', 'exact-wide': '●', documented: '○' },
  ...{ changed: '▲', 'left-out': '■' },
}
const words: Readonly<Record<Verdict, string>> = {
  exact: 'exact',
  'exact-wide': 'exact, kept',
  documented: 'as documented: not compared with the other system’s engine',
  changed: 'changed',
  'left-out': 'left out',
}

const grouped = (count: number) => count.toLocaleString('en').replaceAll(',', ' ')

/** Formats a preview for the terminal: what was read, a summary, and every flag that needs review, with its reason. */
export const previewText = (
  source: ImportSource,
  items: readonly ListedImportItem[],
  listed: readonly Verdict[] = ['changed', 'left-out'],
): string => {
  const { run, vendor, name } = source
  const { summary } = run
  if (summary === null) return run.problem ?? 'Nothing was read.'
  const lines = [
    `${vendorNames[vendor]}${name === vendor ? '' : ` ${name}`}: ${counted(summary.flags, 'flag')}, ${counted(summary.segments, 'segment')}, ${counted(summary.environments.length, 'environment')}`,
    '',
    ...summary.environments.map(({ name: theirs }) => `  ${theirs} → ${target(run, theirs)}`),
    '',
    ...Verdict.options
      .filter((verdict) => summary.verdicts[verdict] > 0)
      .map((verdict) => `  ${marks[verdict]} ${String(summary.verdicts[verdict]).padStart(5)} ${words[verdict]}`),
  ]
  const asked = summary.checks.reduce((sum, { compared }) => sum + compared, 0)
  const different = summary.checks.reduce((sum, one) => sum + one.different, 0)
  if (asked > 0) lines.push('', `  Both were asked ${grouped(asked)} times: ${grouped(different)} answers differ.`)
  const differing = items.flatMap((item) => {
    const sentence = item.why.find((one) => one.startsWith(differsWords))
    return sentence === undefined ? [] : [`    ${subject(item)}  ${sentence.slice(differsWords.length).trim()}`]
  })
  lines.push(...differing)
  if (summary.archived > 0) lines.push('', `  ${counted(summary.archived, 'archived flag')} left out.`)
  const telling = items.filter(({ verdict }) => listed.includes(verdict))
  if (telling.length > 0)
    lines.push('', ...telling.map((item) => `  ${marks[item.verdict]} ${subject(item)}  ${item.why.join('\n      ')}`))
  const taken = items.filter(({ status }) => status === 'clash' || status === 'taken-over')
  if (taken.length > 0) {
    lines.push(
      '',
      `  ${counted(taken.length, 'is here already and stays', 'are here already and stay')} as it is, unless --replace names it or --rename gives it another key:`,
    )
    lines.push(
      ...taken.map(
        (item) =>
          `    ${subject(item)}  ${item.status === 'clash' ? 'another one has its key' : 'somebody published it here'}`,
      ),
    )
  }
  if (summary.notes.length > 0) lines.push('', ...summary.notes.map((note) => `  ${note}`))
  return lines.join('\n')
}

/** Start of the sentence about a flag that evaluates differently. An example follows. */
const differsWords = 'Asked with the same contexts, both do not answer the same.'

const subject = ({ kind, key, theirs }: ListedImportItem): string =>
  `${kind === 'segment' ? 'segment ' : ''}${key}${theirs === key || kind === 'segment' ? '' : ` (${theirs})`}`

const target = ({ mapping, fresh }: ImportSource['run'], theirs: string): string => {
  const ours = mapping[theirs]
  if (ours == null) return 'left out (--map names where it goes)'
  return fresh.includes(ours) ? `${ours} (new)` : ours
}
