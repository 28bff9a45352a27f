import { version } from '../../shared/version.ts'
import { CliError, UsageError } from './cli-error.ts'
import { type Command, type CommandOutput, type Env, options, type Values } from './command.ts'
import { commands } from './commands.ts'
import { helpOf, type Other, overview } from './help.ts'
import { findByName, parseText } from './parse-words.ts'
import { serverUrl } from './server-url.ts'
import { shown, withoutKeys } from './shown.ts'

/** Output for results and for errors. */
export type Output = { log: (line: string) => void; error: (line: string) => void }

/**
 * Runs a developer command. `others` lists the server’s commands for the help, if they are available. Returns the exit
 * code: 0 success, 1 findings or a failure, 2 invalid usage.
 */
export async function main(
  args: readonly string[],
  env: Env,
  others: readonly Other[] = [],
  output: Output = console,
): Promise<number> {
  // Read before anything can fail, so that errors are also printed as JSON.
  const json = args.includes('--json')
  try {
    const answer = await runCommandLine(args, env, others, json ? output.error : output.log)
    const said = json ? JSON.stringify(answer.json, null, 2) : answer.text
    if (said !== '') output.log(said)
    return answer.exit ?? (answer.found ? 1 : 0)
  } catch (error) {
    const { exitCode, message: whole } = error instanceof CliError ? error : unexpected(error)
    const message = withoutKeys(whole)
    if (json) output.log(JSON.stringify({ error: { exitCode, message } }, null, 2))
    else output.error(`fanion: ${message}${exitCode === 2 && !message.includes('--help') ? `\n\n${hint(args)}` : ''}`)
    return exitCode
  }
}

/** A pointer to the help after invalid usage. */
const hint = (args: readonly string[]): string => {
  const name = args.find((arg) => commands.some((one) => one.name === arg))
  return name === undefined ? 'See: fanion --help' : `See: fanion ${name} --help`
}

// A bug: prints only its message, because a stack trace does not help the user.
const unexpected = (error: unknown) =>
  new CliError(`something unexpected happened: ${error instanceof Error ? error.message : String(error)}`)

async function runCommandLine(
  args: readonly string[],
  env: Env,
  others: readonly Other[],
  say: Output['log'],
): Promise<CommandOutput> {
  const { plain, values, version: asksVersion } = parseText(args)
  const [name, ...rest] = plain
  if (asksVersion) return { text: version, json: { version } }
  if (name === undefined || name === 'help') {
    if (rest[0] === undefined) return listing(others)
    if (rest[1] !== undefined) throw new UsageError(`help doesn’t take ${shown(rest[1])}. Use: fanion help <command>`)
    return page(commandNamed(rest[0], others))
  }
  const command = commandNamed(name, others)
  if (values.help) return page(command)
  checkText(command, rest, values)
  const [from, text] = values.url ? ['--url', values.url] : ['FANION_URL', env['FANION_URL'] || 'http://127.0.0.1:4400']
  return command.run({ url: serverUrl(text, from), args: rest, values, env, say })
}

const listing = (others: readonly Other[]): CommandOutput => ({
  text: overview(commands, others),
  json: { version, commands: [...others, ...commands].map(({ name, summary }) => ({ name, summary })) },
})

const page = (command: Command): CommandOutput => ({
  text: helpOf(command),
  json: { name: command.name, summary: command.summary, args: command.args, options: command.options },
})

const commandNamed = (name: string, others: readonly Other[]): Command => {
  const all = [...commands, ...others]
  const { name: found } = findByName('command', all, name)
  const command = commands.find((one) => one.name === found)
  if (command) return command
  throw new UsageError(`fanion ${found} is the server's: see fanion ${found} --help.`)
}

/** Rejects missing or extra arguments and options that the command does not take. */
function checkText({ name, args, options: own }: Command, rest: readonly string[], values: Values): void {
  const usage = `Use: fanion ${[name, ...args].join(' ')}`
  const needed = args.filter((arg) => arg.startsWith('<')).length
  const most = args.some((arg) => arg.includes('…')) ? Number.POSITIVE_INFINITY : args.length
  const stray = rest[most]
  if (stray !== undefined) throw new UsageError(`${name} doesn’t take ${shown(stray)}. ${usage}`)
  if (rest.length < needed) throw new UsageError(`${name} needs ${args.slice(rest.length, needed).join(' ')}. ${usage}`)
  for (const given of Object.keys(values)) {
    const taken: readonly string[] = [...own, 'json', 'help']
    if (Object.hasOwn(options, given) && !taken.includes(given)) {
      throw new UsageError(`${name} doesn’t take --${given}. See: fanion ${name} --help`)
    }
  }
}
