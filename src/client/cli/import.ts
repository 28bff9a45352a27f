import type { Verdict } from '../../shared/features/imports/schemas/import.ts'
import { counted } from '../../shared/text/rules/percent.ts'
import { UsageError } from './cli-error.ts'
import type { CommandInput, CommandOutput } from './command.ts'
import { callWithTimeout as ask, connect } from './connect.ts'
import { follow } from './follow.ts'
import { previewText } from './import-preview.ts'
import { readIn, uploadMs, where, writtenLines } from './import-run.ts'
import { partsOf } from './import-sources.ts'

/**
 * Runs `fanion import`: reads another system from files or its API and previews the result for each flag. `--apply`
 * imports it, and `--follow` keeps importing changes. Vendor tokens never leave this machine: the server receives only
 * the vendor’s responses.
 */
export async function importFlags(asked: CommandInput): Promise<CommandOutput> {
  const { args, values } = asked
  if (args[0] === 'undo') return undo(asked)
  if (values.follow !== undefined) return follow(asked)
  if (values.every !== undefined) throw new UsageError('--every goes with --follow.')
  listOf(values.list)
  const reading = await readIn(asked, await partsOf(asked))
  const { source, items, link, number, project } = reading
  const preview = previewText(source, items, listOf(values.list))
  const found = source.run.summary?.checks.some(({ different }) => different > 0) === true
  if (values.apply === undefined) {
    const next = `Nothing was written. Add --apply to import, or look at it: ${link}`
    return { text: `${preview}\n\n${next}`, json: { source, items, link, applied: false }, found }
  }
  const done = await reading.apply()
  const lines = writtenLines(asked.url, project, done)
  const summary = lines.length === 0 ? ['Everything was here already; nothing was written.'] : ['Imported:', ...lines]
  const undoing = `Take it back: fanion import undo ${number} --project ${project}`
  return {
    text: [preview, '', ...summary, '', undoing].join('\n'),
    json: { source: done, items, link, applied: true },
    found,
  }
}

const lists: Readonly<Record<string, readonly Verdict[]>> = {
  exact: ['exact'],
  kept: ['exact-wide'],
  documented: ['documented'],
  changed: ['changed'],
  'left-out': ['left-out'],
  all: ['exact', 'exact-wide', 'documented', 'changed', 'left-out'],
}

/** The verdicts whose flags are listed individually; by default those that need review. */
function listOf(text: string | undefined): readonly Verdict[] {
  if (text === undefined) return ['changed', 'left-out']
  const wanted = Object.hasOwn(lists, text) ? lists[text] : undefined
  if (wanted === undefined) throw new UsageError(`--list is one of ${Object.keys(lists).join(', ')}.`)
  return wanted
}

async function undo(asked: CommandInput): Promise<CommandOutput> {
  const { args, url } = asked
  const number = Number(args[1])
  if (args.length !== 2 || !Number.isSafeInteger(number) || number < 1)
    throw new UsageError('Name the import by its number: fanion import undo 1')
  const { token, project } = await where(asked)
  const undone = await ask(url, () =>
    connect(url, token).imports.undo.mutate({ project, source: number }, { signal: AbortSignal.timeout(uploadMs) }),
  )
  const { removed, restored, left } = undone
  const lines = [
    `Undid import ${number}: ${counted(removed, 'flag or segment', 'flags and segments')} removed, ${restored} as before.`,
    ...(left.length === 0 ? [] : ['Left as they are:', ...left.map(({ key, why }) => `  ${key}  ${why}`)]),
  ]
  return { text: lines.join('\n'), json: undone, found: left.length > 0 }
}
