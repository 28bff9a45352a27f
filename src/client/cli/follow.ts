import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { limits } from '../../shared/limits.ts'
import { CliError, UsageError } from './cli-error.ts'
import type { CommandInput, CommandOutput } from './command.ts'
import { type Read, readIn, writtenLines } from './import-run.ts'
import { partsOf } from './import-sources.ts'

/** Injected for tests: the pause between rounds and the maximum number of rounds. */
export type Rounds = { readonly pause?: (ms: number) => Promise<unknown>; readonly most?: number }

/**
 * Polls another system and imports its changes until stopped. Flags edited here are listed, not overwritten; flags
 * removed there stay. A round without changes writes nothing.
 */
export async function follow(
  asked: CommandInput,
  { pause = wait, most = Number.POSITIVE_INFINITY }: Rounds = {},
): Promise<CommandOutput> {
  const { values, say } = asked
  const everyMs = intervalOf(values.every)
  let seen = ''
  let before: readonly string[] = []
  let trouble = ''
  for (let round = 0; round < most; round += 1) {
    if (round > 0) await pause(everyMs)
    try {
      const parts = await partsOf(asked)
      const digest = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
      if (digest !== seen) {
        const read = await readIn(asked, parts)
        const lines = await step(asked, read, before)
        before = keysOf(read)
        seen = digest
        say([`${new Date().toISOString()} ${lines[0] ?? ''}`, ...lines.slice(1)].join('\n'))
      }
      trouble = ''
    } catch (error) {
      // An error in the first round is a configuration error for the user. Later errors may be temporary.
      if (round === 0 || !(error instanceof CliError) || error instanceof UsageError) throw error
      if (error.message !== trouble) say(`${new Date().toISOString()} ${error.message}`)
      trouble = error.message
    }
  }
  return { text: 'No longer followed.', json: { followed: false } }
}

const keysOf = ({ items }: Read): string[] => items.map(({ kind, key }) => (kind === 'flag' ? key : `segment:${key}`))

/** Imports the result of one round and describes what was imported and what was left unchanged. */
async function step({ url }: CommandInput, read: Read, before: readonly string[]): Promise<string[]> {
  const { items, project, apply } = read
  const lines = writtenLines(url, project, await apply())
  const keys = new Set(keysOf(read))
  const named = (list: readonly string[]) =>
    list.length > 20 ? [...list.slice(0, 20), `and ${list.length - 20} more`] : list
  const listed = (what: string, list: readonly string[]) =>
    list.length === 0 ? [] : [`  ${what}: ${named(list).join(', ')}`]
  const of = (status: string) => items.filter((one) => one.status === status).map(({ key }) => key)
  return [
    lines.length > 0 ? 'Imported:' : 'Nothing to write.',
    ...lines,
    ...listed('Edited here since, and left as they are', of('taken-over')),
    ...listed('Here already under the same key, and left as they are', of('clash')),
    ...listed(
      'Gone there, and left as they are',
      before.filter((key) => !keys.has(key)),
    ),
  ]
}

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 }

/** Parses the poll interval: `90s`, `5m`, `1h`. Defaults to one minute. Returns milliseconds. */
export function intervalOf(text: string | undefined): number {
  if (text === undefined) return 60_000
  const [, number = '', unit = 's'] = /^(\d{1,6})(s|m|h)?$/.exec(text) ?? []
  const ms = Number(number) * (units[unit] ?? 0)
  if (number === '' || ms < limits.followMinMs || ms > 24 * 3_600_000) {
    throw new UsageError(`--every is at least ${limits.followMinMs / 1_000}s and at most 24h: 90s, 5m, 1h.`)
  }
  return ms
}
