import { readFileSync } from 'node:fs'
import { type Impact, impactOf } from '../../shared/impact/impact.ts'
import { movesNoUser } from '../../shared/impact/moves-no-user.ts'
import { impactLines } from '../../shared/impact/words.ts'
import { Datafile } from '../../shared/schemas/datafile.ts'
import { CliError, UsageError } from './cli-error.ts'
import type { CommandInput, CommandOutput } from './command.ts'
import { callWithTimeout as ask, connect } from './connect.ts'
import { withFile } from './file-error.ts'
import { flagOf } from './flag-of.ts'
import { placeOf } from './read-declarations.ts'
import { shown, shownPath } from './shown.ts'
import { findToken } from './source.ts'

/** Values of `--fail-on`: users move, an outcome could not be decided, or users lose a variant of a flag. */
const failures = ['moves', 'undecided', 'loses:<flag>=<variant>'] as const
type FailOn = { kind: 'moves' } | { kind: 'undecided' } | { kind: 'loses'; flag: string; variant: string }

const failOnOf = (text: string): FailOn => {
  if (text === 'moves') return { kind: text }
  if (text === 'undecided') return { kind: text }
  const [, flag, variant] = /^loses:([^=]+)=(.+)$/.exec(text) ?? []
  if (flag === undefined || variant === undefined)
    throw new UsageError(`--fail-on is ${shown(text)}; use ${failures.slice(0, -1).join(', ')} or ${failures.at(-1)}.`)
  return { kind: 'loses', flag, variant }
}

/**
 * Whether a build must fail. Flags that were not checked or not decided count as failures for `undecided` and `loses`.
 */
const fails = (found: Impact, failOn: FailOn): boolean => {
  const isOpen = ({ difference }: Impact['flags'][number]) => difference.state === 'undecided'
  if (failOn.kind === 'moves') return !movesNoUser(found)
  if (failOn.kind === 'undecided') return found.rest.length > 0 || found.flags.some(isOpen)
  const about = found.flags.filter(({ flag }) => flag === failOn.flag)
  return (
    found.rest.includes(failOn.flag) ||
    about.some(
      (one) =>
        one.difference.state === 'undecided' ||
        one.difference.moves.some(({ from, to }) => from.variant === failOn.variant && to.variant !== failOn.variant),
    )
  )
}

/**
 * Runs `fanion impact`: shows which contexts get a different value of which flag between two states. A state is a
 * datafile, an environment, or an environment at a revision or an instant.
 */
export async function impact(asked: CommandInput): Promise<CommandOutput> {
  const { args, values } = asked
  const failOn = values['fail-on'] === undefined ? undefined : failOnOf(values['fail-on'])
  const [before, after] = await Promise.all([stateOf(asked, args[0] ?? ''), stateOf(asked, args[1] ?? '')])
  const { flag } = values
  // Throws with the nearest name if neither state has the flag.
  if (flag !== undefined && !Object.hasOwn(before.flags, flag)) flagOf(after, flag)
  const found = impactOf(before, after, { nowMs: Date.now(), ...(flag !== undefined && { flags: [flag] }) })
  return {
    text: impactLines(found).join('\n'),
    json: jsonOf(found),
    found: failOn !== undefined && fails(found, failOn),
  }
}

const jsonOf = ({ flags, rest }: Impact) => ({ flags, notLookedAt: rest })

/** `shop.json`, `production`, `production@812`, `production@2026-11-20T12:00Z`. */
async function stateOf(asked: CommandInput, text: string): Promise<Datafile> {
  if (text.endsWith('.json') || /[/\\]/.test(text)) return stateIn(text)
  const [environment = '', at] = text.split('@', 2)
  const when = at === undefined ? {} : whenOf(at)
  const { url, values } = asked
  const token = findToken(asked)
  if (token === undefined) {
    throw new CliError(
      `Sign in with: fanion login --url ${url}   Or name two datafiles: fanion impact before.json after.json`,
    )
  }
  const place = await placeOf({ url, token, project: values.project, environment })
  return ask(url, (options) => connect(url, token).history.asOf.query({ ...place, ...when }, options))
}

const whenOf = (at: string): { revision: number } | { at: string } => {
  if (/^\d{1,9}$/.test(at)) return { revision: Number(at) }
  const instant = new Date(at)
  if (/^\d{4}-\d\d-\d\dT/.test(at) && !Number.isNaN(instant.getTime())) return { at: instant.toISOString() }
  throw new UsageError(`After @ comes a revision or an instant such as 812 or 2026-11-20T12:00Z, not ${shown(at)}.`)
}

const stateIn = (path: string): Datafile => {
  const text = withFile(path, 'read', () => readFileSync(path, 'utf8'))
  const answer = Datafile.safeParse(jsonIn(text))
  if (answer.success) return answer.data
  throw new UsageError(
    `${shownPath(path)} isn’t a datafile: ${answer.error.issues[0]?.path.join('.') || 'it isn’t a JSON object'}.`,
  )
}

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
